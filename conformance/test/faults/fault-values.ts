/** The wrong values of a member, and the messages that have them. */

/**
 * Selects the messages that have the fault: by their number from 1, the number of their other party, and whether that
 * party was sent one about the same match, or in the same conversation, before.
 */
export type When = (count: number, party: number, isRepeated: boolean) => boolean;

export const WHEN: Readonly<Record<string, When>> = {
  always: () => true,
  "the second time": (count) => count === 2,
  "the third time": (count) => count === 3,
  "from the fourth time on": (count) => count > 3,
  "every third time": (count) => count % 3 === 0,
  "to the second party": (_, party) => party === 2,
  "when it is repeated": (_, __, isRepeated) => isRepeated,
};

/** The wrong value of a member; undefined where there is none. */
export type Wrong = (value: unknown, seen: { previous: unknown; others: unknown }) => unknown;

export const ABSENT = Symbol("absent");

export const WRONG: Readonly<Record<string, Wrong>> = {
  absent: () => ABSENT,
  another: (value) => another(value),
  empty: (value) => (typeof value === "string" ? "" : undefined),
  "of another type": (value) =>
    typeof value === "string" ? 7 : typeof value === "number" ? `n${value}` : "yes",
  "that of the previous message": (_, { previous }) => previous,
  "that of the other party's message": (_, { others }) => others,
};

/** Members with the same value in every message. */
const CONSTANT = /(\/protocol|\/message_type|\/jsonrpc|\/game_type)$/;
export const WHOLE = /^#\/(result|params)$/;
/** The members that a plain acknowledgement may omit. */
const OPTIONAL =
  /^> (?!GAME_INVITATION|CHOOSE|LEAGUE_REG|REFEREE_REG|LEAGUE_QUERY|RUN_MATCH).* has \/(match_id|round_id|message_type|status)/;
/** Members for which any text is valid. */
const FREE_TEXT = /_meta\/(display_name|version)$|\/reason$/;

/** Whether a member can have that value, and is wrong with it. */
export function isWrong(message: string, place: string, name: string, clauses: string): boolean {
  // Any conversation is valid, except where an earlier message determines it.
  if (clauses === "TRN-ENV-01" && place === "/conversation_id" && !/absent|empty|type/.test(name))
    return false;
  // A player may choose either parity.
  if (/parity_choice$/.test(place) && (name === "another" || name.startsWith("that of"))) return false;
  // The clocks of two machines differ, so that an earlier time is no fault.
  if (/timestamp$/.test(place) && name.startsWith("that of")) return false;
  if (name === "absent" && OPTIONAL.test(`${message} has ${place}`)) return false;
  if (name.startsWith("that of")) return !CONSTANT.test(place) && !FREE_TEXT.test(place);
  return !["another", "empty"].includes(name) || !FREE_TEXT.test(place);
}

const SWAPPED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["even", "odd"],
    ["PLAYER_A", "PLAYER_B"],
    ["WIN", "DRAW"],
  ].flatMap(([a = "", b = ""]) => [
    [a, b],
    [b, a],
  ]),
);

function another(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return value.slice(1);
  if (typeof value !== "string") return undefined;
  const time = Date.parse(value);
  if (/^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(time))
    return value.replace(/T\d\d/, (hour) => (hour === "T03" ? "T05" : "T03"));
  return SWAPPED[value] ?? `${value}9`;
}
