/** The members of the messages whose form can be derived, by canonical pointer, and what kind of value each has. */

import { messageMembers } from "@league-v2/contract/forms";
import { ENVELOPE_MEMBERS } from "./types.js";

export type MemberKind = "text" | "number" | "boolean" | "object" | "list";

const members: Readonly<Record<string, Readonly<Record<string, MemberKind>>>> = messageMembers;
const envelope = [...ENVELOPE_MEMBERS].map((name) => `/${name}`);

/** Every message with a list of members. */
export const derivableTypes: readonly string[] = Object.keys(members);

/** Pointers of the members of a message: the objects that hold others, then those of the envelope, last. */
export function membersOf(type: string): readonly string[] {
  return listed.get(type) ?? envelope;
}

function parentsOf(own: readonly string[]): readonly string[] {
  return own.map((pointer) => pointer.slice(0, pointer.lastIndexOf("/"))).filter((one) => one !== "");
}

const listed = new Map(
  Object.entries(members).map(([type, kinds]) => {
    const own = Object.keys(kinds);
    return [type, [...own, ...new Set(parentsOf(own)), ...envelope]];
  }),
);
const kinds: ReadonlyMap<string, MemberKind> = new Map(
  Object.values(members).flatMap((own) => [
    ...Object.entries(own).map(([pointer, kind]): [string, MemberKind] => [nameOf(pointer), kind]),
    ...parentsOf(Object.keys(own)).map((parent): [string, MemberKind] => [nameOf(parent), "object"]),
  ]),
);

export function kindOf(pointer: string): MemberKind {
  return kinds.get(nameOf(pointer)) ?? "text";
}

/** The last step of a pointer. */
export function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1);
}

/** The names of all members of the contract's messages, without their places. */
export const contractNames: ReadonlySet<string> = new Set([
  ...["player_id", "referee_id", "wins", "losses", "draws", "played", "points", "rank"],
  ...derivableTypes.flatMap((type) => membersOf(type).map(nameOf)),
]);
