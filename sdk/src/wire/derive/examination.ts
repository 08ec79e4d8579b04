/** The options and the result of the examination of a peer. */
import type { ProfileDocument } from "../types.js";
import type { KnownMember } from "./sample-messages.js";
import type { DeriveOptions, Role } from "./types.js";

export interface ExamineOptions extends Omit<DeriveOptions, "role" | "budget"> {
  /** Roles that the peer may have, in the order in which they are tried. */
  readonly roles: readonly Role[];
  /** The longest time that the peer has for one answer; by message type, where it differs. */
  readonly answerMs: number | ((type: string | undefined) => number);
  /** The peer's membership from its registration; default: it is in no league. */
  readonly member?: KnownMember;
  /** Whether the bundled forms are tried after the derived ones. Default true. */
  readonly triesBundled?: boolean;
}

export interface Examination {
  readonly role: Role;
  /** Whether there was any answer. */
  readonly isReached: boolean;
  /** Message types with a valid answer. */
  readonly understood: readonly string[];
  /** The other message types, each with its last answer. */
  readonly refused: readonly { readonly type: string; readonly answer: string }[];
  /** The peer's form; undefined if no message was understood. */
  readonly document: ProfileDocument | undefined;
  readonly evidence: readonly string[];
  readonly open: readonly string[];
  readonly requests: number;
  /** The name of the peer's call that starts a match, if any; no match was started. */
  readonly matchStart: string | undefined;
}
