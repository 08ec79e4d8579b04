/** What refusals tell of two objects that a peer looks for, and of names in camelCase. */

import { snake } from "../spelling.js";
import { ENVELOPE_MEMBERS, type Spelling, type SplitRule } from "../types.js";
import { derivableTypes, membersOf, nameOf } from "./contract-members.js";
import { hintsOf } from "./error-hints.js";
import type { Exchange } from "./types.js";

const usualSplits: readonly SplitRule[] = [
  { envelope: "envelope", payload: "payload" },
  { envelope: "header", payload: "body" },
];

/** The two objects of a message whose envelope is this member; undefined for a member that holds no envelope. */
export function splitNamed(pointer: string): SplitRule | undefined {
  return usualSplits.find(({ envelope }) => pointer === `/${envelope}` || pointer === `/params/${envelope}`);
}

/** Whether a refusal misses nothing but the object of an envelope. */
export function missesEnvelope({ reply }: Exchange): boolean {
  const { members } = hintsOf(reply);
  return members.length > 0 && members.every(({ pointer }) => splitNamed(pointer) !== undefined);
}

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

/** A pointer in the names of the contract. */
export function plainPointer(pointer: string): string {
  return pointer.split("/").map(snake).join("/");
}
