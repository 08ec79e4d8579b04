import type { Place } from "../fault.js";
import type { Json, JsonObject } from "../json.js";
import type { Schema } from "../schema/schema.js";
import type { FindFaults } from "../validate/ajv.js";

/** A specification as plain data in the order of the output: what the rules check and the emitters write. */
export interface Model {
  readonly dialects: readonly Dialect[];
  readonly protocol: Table | null;
  readonly states: Table | null;
  readonly errors: Table | null;
  /** The files of `forms/`, by name: forms in lists, and a vocabulary. */
  readonly forms: readonly Table[];
  /** `forms/schema.yaml`: how a form is written. */
  readonly formSchema: Table | null;
  /** The files of `requirements/`, by name: the clauses that bind one role, or the transport of every agent. */
  readonly requirements: readonly Table[];
}

/** A data file next to the dialects. */
export interface Table {
  readonly file: string;
  readonly value: Json;
}

/** One wire form: an OpenRPC document and the schemas that it uses. */
export interface Dialect {
  readonly name: string;
  /** The dialect in which programs are written. Of the others, only what reads their messages is emitted. */
  readonly isMain: boolean;
  /** Whether it has the conventions of this project, which the rules of the lint check: envelope, sent and received form, examples. */
  readonly isLeagueSpec: boolean;
  /** Path of the OpenRPC document. */
  readonly file: string;
  readonly document: JsonObject;
  /** Every named schema, by name and in the order of the names. */
  readonly types: ReadonlyMap<string, NamedType>;
  readonly receivedFaults: FindFaults;
  readonly sentFaults: FindFaults;
  readonly methods: readonly Method[];
  readonly routes: readonly Route[];
  readonly roles: readonly string[];
}

/** A named schema, with its place. In its `schema` every `$ref` is the plain name of another one. */
export interface NamedType extends Place {
  readonly name: string;
  /** Base name of the files that are emitted for it. */
  readonly kebab: string;
  /** True for a whole message or parameter object, false for a part of one. */
  readonly isMessage: boolean;
  readonly schema: Schema;
}

/** One request with its reply and its limits, and its place. */
export interface Exchange extends Place {
  readonly request: NamedType;
  /** Null for a pure notification. */
  readonly reply: NamedType | null;
  readonly deadlineMs: number | null;
  readonly retries: number;
  /** Fixed pause between retries; null means exponential backoff. */
  readonly retryPauseMs: number | null;
  readonly bestEffort: boolean;
  /** The member of the OpenRPC document that defines it. */
  readonly raw: JsonObject;
}

export interface Method extends Exchange {
  readonly name: string;
  /** The name in the emitted code: Pascal case, and no other method's. */
  readonly label: string;
  /** The names of the parameters in order; empty for a method whose params are one message, from `x-message`. */
  readonly params: readonly string[];
  /** Whether it also, or only, takes them by position. */
  readonly positional: boolean;
  readonly summary: string;
  readonly source: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** False for the few methods whose parameters have no league.v2 envelope. */
  readonly envelope: boolean;
  /** The acknowledgement of a notification with an id, from `x-ack`. */
  readonly ack: NamedType | null;
  /** Further forms of the same method, from `x-forms`. */
  readonly forms: readonly Exchange[];
}

/** A plain HTTP route in addition to JSON-RPC, from `x-http`. Without a message it has no body. */
export interface Route extends Place {
  readonly path: string;
  readonly verb: string;
  readonly summary: string;
  readonly request: NamedType | null;
  readonly reply: NamedType | null;
  readonly raw: JsonObject;
}
