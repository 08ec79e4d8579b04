import type { Fault } from "../fault.js";
import type { Json, JsonObject } from "../json.js";

/** A named schema. In its `schema` every `$ref` is the plain name of another one. */
export interface NamedSchema {
  readonly name: string;
  /** Its place, for faults and preambles. */
  readonly file: string;
  readonly pointer: string;
  readonly schema: JsonObject;
  /** True for a whole message or parameter object, false for a part of one. */
  readonly isMessage: boolean;
}

/** A request and its reply. */
export interface LoadedExchange {
  /** Name of the schema of `params`. */
  readonly request: string;
  /** Name of the schema of `result`; null for a pure notification. */
  readonly reply: string | null;
  /** The member of the OpenRPC document that defines it. */
  readonly raw: JsonObject;
  readonly pointer: string;
}

export interface LoadedMethod extends LoadedExchange {
  readonly name: string;
  /** The name in the emitted code, which no other method has. */
  readonly label: string;
  /** The parameters in order; empty for a method with `x-message`. */
  readonly params: readonly string[];
  /** Name of the schema of the acknowledgement of a notification with an id, from `x-ack`. */
  readonly ack: string | null;
  /** Further forms of the same method, from `x-forms`. */
  readonly forms: readonly LoadedExchange[];
}

/** A plain HTTP route in addition to JSON-RPC, from `x-http`. Without a message it has no body. */
export interface LoadedRoute {
  readonly path: string;
  readonly verb: string;
  readonly request: string | null;
  readonly reply: string | null;
  readonly raw: JsonObject;
  readonly pointer: string;
}

/** One wire form: an OpenRPC document and the schemas that it uses. */
export interface LoadedDialect {
  readonly name: string;
  /** Whether it has the conventions of this project, which the rules of the lint check: envelope, sent and received form, examples. */
  readonly isLeagueSpec: boolean;
  readonly file: string;
  readonly document: JsonObject;
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  readonly methods: readonly LoadedMethod[];
  readonly routes: readonly LoadedRoute[];
  /** What a reader should know: types that could not get the name that they asked for. */
  readonly warnings: readonly Fault[];
}

/** A data file next to the dialects: protocol.yaml, states.yaml, errors.yaml. */
export interface LoadedTable {
  readonly file: string;
  readonly value: Json;
}

export interface LoadedSpec {
  readonly dialects: readonly LoadedDialect[];
  readonly protocol: LoadedTable | null;
  readonly states: LoadedTable | null;
  readonly errors: LoadedTable | null;
  /** The files of `forms/`, by name: forms in lists, and a vocabulary. */
  readonly forms: readonly LoadedTable[];
  /** The files of `requirements/`, by name. */
  readonly requirements: readonly LoadedTable[];
}
