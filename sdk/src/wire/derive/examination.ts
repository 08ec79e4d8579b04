/** What is asked for when a peer is examined, and what is found. */
import type { ProfileDocument } from "../types.js";
import type { KnownMember } from "./sample-messages.js";
import type { DeriveOptions, Role } from "./types.js";

export interface ExamineOptions extends Omit<DeriveOptions, "role" | "budget"> {
  /** Roles that the peer may have, in the order in which they are tried. */
  readonly roles: readonly Role[];
  /** The longest time that the peer has for one answer. */
  readonly answerMs: number;
  /** The peer's membership from its registration; default: it is in no league. */
  readonly member?: KnownMember;
  /** Whether the bundled forms are tried, too, after what the peer's own words lead to. Default true. */
  readonly triesBundled?: boolean;
}

export interface Examination {
  readonly role: Role;
  /** Whether anything was answered at all. */
  readonly isReached: boolean;
  /** Message types that the peer has answered with what they ask for. */
  readonly understood: readonly string[];
  /** The others, each with the last answer to it. */
  readonly refused: readonly { readonly type: string; readonly answer: string }[];
  /** The peer's form; undefined when it understood nothing. */
  readonly document: ProfileDocument | undefined;
  readonly evidence: readonly string[];
  readonly open: readonly string[];
  readonly requests: number;
  /** The name of a call that starts a match, where the peer has one; it was not called with a match. */
  readonly matchStart: string | undefined;
}
