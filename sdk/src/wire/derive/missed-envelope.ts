/** Detects refusals about the two objects of a split message. */
import type { SplitRule } from "../types.js";
import { hintsOf } from "./error-hints.js";
import type { Exchange } from "./types.js";

/** The members of a call, which a peer that expects calls misses in a bare message. */
export const ofCall: readonly string[] = ["/jsonrpc", "/method", "/params"];

const usualSplits: readonly SplitRule[] = [
  { envelope: "envelope", payload: "payload" },
  { envelope: "header", payload: "body" },
  { envelope: "meta", payload: "payload" },
];

/** The two objects of a message whose envelope is this member; undefined for a member that holds no envelope. */
export function splitNamed(pointer: string): SplitRule | undefined {
  return usualSplits.find(({ envelope }) => pointer === `/${envelope}` || pointer === `/params/${envelope}`);
}

/** Whether a refusal names only the object of an envelope as missing. */
export function missesEnvelope({ reply }: Exchange): boolean {
  const { members } = hintsOf(reply);
  return members.length > 0 && members.every(({ pointer }) => splitNamed(pointer) !== undefined);
}
