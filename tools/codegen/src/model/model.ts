import type { Json, JsonObject } from "../json.js";
import type { Schema } from "../schema/schema.js";

/** The input of the emitters: plain data in the order of the output. */
export interface Model {
  readonly dialects: readonly Dialect[];
  readonly protocol: Table | null;
  readonly states: Table | null;
  readonly errors: Table | null;
  readonly forms: FormTables | null;
  readonly requirements: readonly RequirementFile[];
}

/** How agents outside of the contract write its messages: plain data for a gateway. */
export interface FormTables {
  readonly source: string;
  readonly forms: readonly Json[];
  readonly vocabulary: Json;
}

/** The clauses that bind one role, or the transport of every agent. */
export interface RequirementFile {
  readonly source: string;
  readonly role: string;
  readonly description: string;
  readonly groups: readonly { readonly id: string; readonly title: string }[];
  readonly clauses: readonly Clause[];
}

/** One numbered sentence of the contract. */
export interface Clause {
  readonly id: string;
  /** The id without its number: PLY-JOIN. */
  readonly group: string;
  readonly level: string;
  readonly text: string;
  readonly source: string;
  readonly wires: readonly string[];
  readonly deadlineMs: number | null;
  readonly decidable: boolean;
  readonly whyNot: string | null;
}

/** A data file next to the dialects. */
export interface Table {
  readonly source: string;
  readonly value: JsonObject;
}

export interface Dialect {
  readonly name: string;
  /** The dialect in which programs are written. Of the others, only what reads their messages is emitted. */
  readonly isMain: boolean;
  readonly isLeagueSpec: boolean;
  /** Path of the OpenRPC document. */
  readonly source: string;
  readonly document: JsonObject;
  /** Every named schema, by name and in the order of the names. */
  readonly types: ReadonlyMap<string, NamedType>;
  readonly methods: readonly Method[];
  readonly routes: readonly Route[];
  readonly roles: readonly string[];
}

export interface NamedType {
  readonly name: string;
  /** Base name of the files that are emitted for it. */
  readonly kebab: string;
  readonly source: string;
  /** JSON Pointer into that file. */
  readonly pointer: string;
  readonly isMessage: boolean;
  readonly schema: Schema;
}

/** One request with its reply and its limits. */
export interface Exchange {
  readonly request: NamedType;
  readonly reply: NamedType | null;
  readonly deadlineMs: number | null;
  readonly retries: number;
  /** Fixed pause between retries; null means exponential backoff. */
  readonly retryPauseMs: number | null;
  readonly bestEffort: boolean;
}

export interface Method extends Exchange {
  readonly name: string;
  /** The name in the emitted code: Pascal case, and no other method's. */
  readonly label: string;
  /** The names of the parameters in order; empty for a method whose params are one message. */
  readonly params: readonly string[];
  /** Whether it also, or only, takes them by position. */
  readonly positional: boolean;
  readonly summary: string;
  readonly description: string;
  readonly source: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** False for the few methods whose parameters have no league.v2 envelope. */
  readonly envelope: boolean;
  /** The acknowledgement of a notification with an id. */
  readonly ack: NamedType | null;
  readonly forms: readonly Exchange[];
  readonly raw: JsonObject;
}

export interface Route {
  readonly path: string;
  readonly verb: string;
  readonly summary: string;
  readonly request: NamedType | null;
  readonly reply: NamedType | null;
  readonly raw: JsonObject;
}
