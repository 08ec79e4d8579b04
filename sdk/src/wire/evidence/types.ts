import type { ProfileDocument, WireProfile } from "../message/types.js";
import type { WireShape } from "./schema-members.js";

export type { Role } from "./method-names.js";

/** One request and its answer on the wire. */
export interface Exchange {
  /** The sender of the request: the peer whose form is derived, or this agent. */
  readonly by: "peer" | "us";
  /** The parsed body; null for a GET. */
  readonly request: unknown;
  /** The path of a GET. */
  readonly path?: string;
  /** The address of a refused call. */
  readonly address?: string;
  /** The canonical type of a refused call. */
  readonly type?: string;
  readonly status?: number;
  /** The parsed body of the answer, its text if it is no JSON, undefined without an answer. */
  readonly reply?: unknown;
}

export interface Derivation {
  readonly document: ProfileDocument;
  readonly profile: WireProfile;
  /** The evidence for the profile, one sentence each. */
  readonly evidence: readonly string[];
  /** The undetermined parts, one sentence each. */
  readonly open: readonly string[];
}

/** One operation in a document in which a peer describes itself. */
export interface Operation {
  readonly name: string;
  readonly place: "tool" | "method" | "path" | "body";
  readonly input?: WireShape | undefined;
  /** The message type that the schema names. */
  readonly type?: string | undefined;
}
