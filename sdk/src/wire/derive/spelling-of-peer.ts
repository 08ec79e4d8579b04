/** Determines a peer's spelling of names from its messages and from its refusals. */
import { snake, spellingOf, spellingOfNames, withContractNames } from "../spelling.js";
import type { Spelling } from "../types.js";
import { nameOf } from "./contract-members.js";
import { hintsOf } from "./error-hints.js";
import { isRefused } from "./request-place.js";
import type { Exchange } from "./types.js";

/** The spelling in which alone refusals name missing contract members. */
export function spellingOfMissing(refused: readonly Exchange[]): Spelling | undefined {
  const missed = refused.flatMap(({ reply }) => hintsOf(reply).members.map(({ pointer }) => nameOf(pointer)));
  const members = spellingOfNames(missed);
  return members && { members };
}

/** The spelling in the peer's messages, or else in its refusals. */
export function spellingIn(exchanges: readonly Exchange[]): Spelling | undefined {
  const spellings = exchanges.map(({ by, request, reply }) => spellingOf(by === "peer" ? request : reply));
  const own = spellings.find((one) => one !== undefined);
  if (own !== undefined || exchanges.some(({ by }) => by === "peer")) return own;
  const missing = spellingOfMissing(exchanges.filter(isRefused));
  // A peer may spell one member so, and not read a message that is spelled so.
  const isUnread = exchanges.some(({ by, request, reply, ...rest }) => {
    const isSpelled =
      missing !== undefined && by === "us" && spellingOf(request)?.members === missing.members;
    return isSpelled && isRefused({ by, request, reply, ...rest }) && hintsOf(reply).members.length === 0;
  });
  return isUnread ? undefined : missing;
}

/** An exchange with the names of the contract; the texts of a refusal are unchanged. */
export function plainExchange(one: Exchange): Exchange {
  const { request, reply } = one;
  if (one.by === "peer")
    return spellingOf(request) === undefined ? one : { ...one, request: withContractNames(request) };
  return spellingOf(reply) === undefined ? one : { ...one, reply: withContractNames(reply) };
}

/** A pointer in the names of the contract. */
export function plainPointer(pointer: string): string {
  return pointer.split("/").map(snake).join("/");
}
