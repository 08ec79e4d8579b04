import type { Clock } from "../../platform/clock.js";
import type { Random } from "../../platform/random.js";
import type { Transport } from "../../platform/transport.js";
import type { ProfileDocument, WireProfile } from "../types.js";
import type { Role } from "./method-names.js";
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

export interface Budget {
  /** Default 20. */
  readonly requests?: number;
  /** Default 1000. */
  readonly ms?: number;
}

export interface DeriveOptions {
  readonly url: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  /** The role whose form is derived: player, referee or manager. */
  readonly role: Role;
  /** Earlier exchanges with this peer: its registration, refused calls. */
  readonly seen?: readonly Exchange[];
  readonly budget?: Budget;
  /** Whether only documents are requested, and no call is made. */
  readonly onlyDocuments?: boolean;
}

export interface Derivation {
  readonly document: ProfileDocument;
  readonly profile: WireProfile;
  /** The evidence for the profile, one sentence each. */
  readonly evidence: readonly string[];
  /** The undetermined parts, one sentence each. */
  readonly open: readonly string[];
}

export interface Derived extends Derivation {
  /** All exchanges, for a second derivation with more evidence. */
  readonly exchanges: readonly Exchange[];
  /** How many requests were sent. */
  readonly requests: number;
}

/** One operation in a document in which a peer describes itself. */
export interface Operation {
  readonly name: string;
  readonly place: "tool" | "method" | "path" | "body";
  readonly input?: WireShape | undefined;
  /** The message type that the schema names. */
  readonly type?: string | undefined;
}
