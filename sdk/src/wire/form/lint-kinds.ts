/** The kinds of values in a profile document: each names the faults of a value at a place. */
import { asText, isObject } from "../message/members.js";
import { isValueFormat } from "../message/value-format.js";
import { variablesIn } from "./rules.js";

/** One fault of a profile document. */
export interface ProfileFault {
  /** JSON Pointer into the profile document. */
  readonly pointer: string;
  readonly problem: string;
  readonly hint?: string;
}

export type Kind = (value: unknown, pointer: string) => readonly ProfileFault[];

/** The variables of a match, and the top-level members of messages. */
const VARIABLES = [
  ...["player_a", "message_type", "player_b", "recipient", "now", "conversation", "winner_or_draw"],
  ...["league_id", "round_id", "match_id", "game_type", "player_id", "referee_id", "opponent_id"],
  ...["role_in_match", "player_A_id", "player_B_id", "player_A_endpoint", "player_B_endpoint"],
  ...["affected_player", "action_required", "deadline", "sender", "timestamp", "conversation_id"],
  "auth_token",
];

/** A kind by a condition. */
function kind(isValid: (value: unknown) => boolean, wanted: string, hint?: string): Kind {
  return (value, pointer) =>
    isValid(value)
      ? []
      : [{ pointer, problem: `${show(value)} is not ${wanted}`, ...(hint === undefined ? {} : { hint }) }];
}

export const text = kind((value) => typeof value === "string" && value !== "", "a non-empty text");
export const yes = kind((value) => value === true, "true");
export const memberName = kind(
  (value) => typeof value === "string" && value !== "" && !value.startsWith("/"),
  "the name of a member",
  "a place in an object is written by move",
);
export const path = kind((value) => typeof value === "string" && value.startsWith("/"), 'a path: "/mcp"');
export const format = kind(
  isValueFormat,
  "a format of a value",
  'one of "number", "text", "uuid", or a text such as "M-{number}"',
);
export const pairs = kind(
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2),
  "a list of pairs [canonical, wire]",
  "for example [[even, EVEN], [odd, ODD]]",
);

/** A value on the wire, which may be a variable or contain some. */
export const written: Kind = (value, pointer) => {
  const unknown =
    typeof value === "string" ? variablesIn(value).filter((one) => !VARIABLES.includes(one)) : [];
  return unknown.map((name) => ({
    pointer,
    problem: `{${name}} is not a variable`,
    ...didYouMean(name, VARIABLES),
  }));
};

const isPointer = kind(
  (value) => typeof value === "string" && /^\/./.test(value),
  "a JSON Pointer to a member",
  'for example "/game_result/drawn_number"',
);
export const place: Kind = (value, pointer) => firstOf(isPointer(value, pointer), written(value, pointer));

export function oneOf(allowed: readonly string[], also?: string): Kind {
  return (value, pointer) => {
    if (typeof value === "string" && allowed.includes(value)) return [];
    const hint = [nearest(asText(value), allowed), also].filter((part) => part !== undefined).join("; ");
    const problem = `${show(value)} is not one of ${allowed.join(", ")}`;
    return [{ pointer, problem, ...(hint === "" ? {} : { hint }) }];
  };
}

export function list(item: Kind): Kind {
  return (value, pointer) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => item(one, `${pointer}/${index}`))
      : [{ pointer, problem: `${show(value)} is not a list` }];
}

/** An object whose keys are of one kind, and its values of another. */
export function mapOf(key: Kind, value: Kind): Kind {
  return (map, pointer) =>
    isObject(map)
      ? Object.entries(map).flatMap(([name, one]) => {
          const at = `${pointer}/${name}`;
          return firstOf(key(name, at), value(one, at));
        })
      : [{ pointer, problem: `${show(map, 40)} is not an object` }];
}

/** An object with these members and no other. */
export function objectOf(members: Readonly<Record<string, Kind>>, required: readonly string[] = []): Kind {
  return (object, pointer) => {
    if (!isObject(object)) return [{ pointer, problem: `${show(object, 40)} is not an object` }];
    const known = Object.keys(members);
    const unknown = Object.keys(object).filter((name) => !known.includes(name));
    return [
      ...unknown.map((name) => ({
        ...{ pointer: `${pointer}/${name}`, problem: `"${name}" means nothing here` },
        ...didYouMean(name, known),
      })),
      ...Object.entries(members).flatMap(([name, one]) =>
        object[name] === undefined && !required.includes(name) ? [] : one(object[name], `${pointer}/${name}`),
      ),
    ];
  };
}

function firstOf(...lists: readonly (readonly ProfileFault[])[]): readonly ProfileFault[] {
  return lists.find((faults) => faults.length > 0) ?? [];
}

/** A value as JSON, truncated to `length` characters. */
function show(value: unknown, length = 80): string {
  const json = JSON.stringify(value) ?? "nothing";
  return json.length <= length ? json : `${json.slice(0, length)}…`;
}

export function didYouMean(word: string, known: readonly string[]): { hint: string } {
  return { hint: nearest(word, known) ?? `known: ${known.join(", ")}` };
}

function nearest(word: string, known: readonly string[]): string | undefined {
  const distance = (one: string) => editDistance(word.toLowerCase(), one.toLowerCase());
  const [best] = known.toSorted((a, b) => distance(a) - distance(b));
  const isNear = best !== undefined && distance(best) <= Math.max(1, Math.floor(word.length / 3));
  return isNear ? `did you mean "${best}"?` : undefined;
}

/** How many letters must be changed, added or left out to make one word of the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
