import type { Json, JsonObject } from "../json.js";

/** A named schema. In its `schema` every `$ref` is the plain name of another one. */
export interface NamedSchema {
  readonly name: string;
  /** Where it is written; shown in faults and preambles. */
  readonly file: string;
  readonly pointer: string;
  readonly schema: JsonObject;
  /** A whole message or parameter object, rather than a part of one. */
  readonly isMessage: boolean;
}

/** A request and what answers it. */
export interface Exchange {
  /** Name of the schema of `params`. */
  readonly request: string;
  /** Name of the schema of `result`; null for a pure notification. */
  readonly reply: string | null;
  /** The member of the OpenRPC document that says so. */
  readonly raw: JsonObject;
  readonly pointer: string;
}

export interface LoadedMethod extends Exchange {
  readonly name: string;
  /** Name of the schema that acknowledges a notification which came with an id, from `x-ack`. */
  readonly ack: string | null;
  /** Further forms of the same method, from `x-forms`. */
  readonly forms: readonly Exchange[];
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
  /** Ours (the project rules hold) or an OpenRPC document of others (only the subset rules do). */
  readonly isLeagueSpec: boolean;
  readonly file: string;
  readonly document: JsonObject;
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  readonly methods: readonly LoadedMethod[];
  readonly routes: readonly LoadedRoute[];
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
  /** The files of `requirements/`, by name. */
  readonly requirements: readonly LoadedTable[];
}
