/** How a peer spells names, by what it has sent and by what it misses. */
import { plainly, snake, spellingOf } from "../spelling.js";
import { ENVELOPE_MEMBERS, type Spelling } from "../types.js";
import { derivableTypes, membersOf, nameOf } from "./contract-members.js";
import { hintsOf } from "./error-hints.js";
import { isRefused } from "./request-place.js";
import type { Exchange } from "./types.js";

const ofContract: ReadonlySet<string> = new Set([
  ...[...ENVELOPE_MEMBERS, "player_id", "referee_id", "player_meta", "referee_meta"],
  ...derivableTypes.flatMap((type) => membersOf(type).map(nameOf)),
]);

/** In camelCase, where refusals miss members of the contract under such names, and none under its own. */
export function missedSpelling(refused: readonly Exchange[]): Spelling | undefined {
  const missed = refused.flatMap(({ reply }) => hintsOf(reply).members.map(({ pointer }) => nameOf(pointer)));
  const isOther = (name: string) => name !== snake(name) && ofContract.has(snake(name));
  const isOwn = (name: string) => name.includes("_") && ofContract.has(name);
  return missed.some(isOther) && !missed.some(isOwn) ? { members: "camel" } : undefined;
}

/** As the peer spells what it has sent, or else as its refusals say. */
export function spellingIn(exchanges: readonly Exchange[]): Spelling | undefined {
  const said = exchanges.map(({ by, request, reply }) => spellingOf(by === "peer" ? request : reply));
  const spoken = said.find((one) => one !== undefined);
  if (spoken !== undefined || exchanges.some(({ by }) => by === "peer")) return spoken;
  return missedSpelling(exchanges.filter(isRefused));
}

/** An exchange in the names of the contract; the words of a refusal stay. */
export function plainExchange(one: Exchange): Exchange {
  const { request, reply } = one;
  if (one.by === "peer")
    return spellingOf(request) === undefined ? one : { ...one, request: plainly(request) };
  return spellingOf(reply) === undefined ? one : { ...one, reply: plainly(reply) };
}

/** A pointer in the names of the contract. */
export function plainPointer(pointer: string): string {
  return pointer.split("/").map(snake).join("/");
}
