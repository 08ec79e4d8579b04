/** Reads a referee's report of any shape. A winner is never guessed, and points are not read. */
import { protocol } from "@league-v2/contract";
import { nonEmptyText } from "./as-text.js";
import { containsDraw, isDrawWord } from "./draw-text.js";
import { isObject } from "./members.js";
import type { JsonObject } from "./types.js";

export interface MatchReport {
  readonly match_id: string;
  readonly status: "WIN" | "DRAW" | "TECHNICAL_LOSS" | undefined;
  /** A player's id, PLAYER_A or PLAYER_B; null where the report names none. */
  readonly winner: string | null;
  /** As reported: it may be outside the allowed range. */
  readonly drawn_number: number | null;
  readonly choices: Readonly<Record<string, "even" | "odd" | null>>;
}

const MATCHES = ["match_id", "matchId", "game_id", "match"];
const WINNERS = ["winner", "winner_id", "winner_player_id", "winning_player", "winning_player_id"];
const NUMBERS = ["drawn_number", "number", "drawn", "dice_roll", "result_number"];
const STATUSES = ["status", "outcome", "result_type", "result"];
const SIDES = [
  ["a", "A", "1"],
  ["b", "B", "2"],
] as const;

/** Undefined for a message that reports no match, or does not contain its result. */
export function readMatchReport(message: JsonObject): MatchReport | undefined {
  const match_id = find([message], MATCHES, nonEmptyText);
  if (match_id === undefined) return undefined;
  const objects = resultObjects(message);
  const winnerPlace = objects.find((one) => WINNERS.some((key) => Object.hasOwn(one, key)));
  const named = winnerPlace && WINNERS.map((key) => winnerPlace[key]).find((value) => value !== undefined);
  const isDraw = isDrawWord(named) || objects.some((one) => one.is_draw === true || one.draw === true);
  const winner = typeof named === "string" && !namesNoPlayer(named) && !isDrawWord(named) ? named : null;
  const ownStatus = isDraw ? "DRAW" : (find(objects, STATUSES, statusOf) ?? sidesDraw(objects));
  const status = ownStatus ?? (winner === null && containsDraw(objects) ? "DRAW" : undefined);
  if (winnerPlace === undefined && status === undefined) return undefined;
  return {
    match_id,
    status: winner !== null && status === "DRAW" ? undefined : status,
    winner,
    drawn_number: find(objects, NUMBERS, integer) ?? null,
    choices: choicesIn(objects),
  };
}

/**
 * Whether a match without a named winner is a draw by its choices and its number. Without any choices the number shows it:
 * it is drawn after both players have chosen.
 */
export function isDrawByFacts({
  drawn_number,
  choices,
}: Pick<MatchReport, "drawn_number" | "choices">): boolean {
  const made = Object.values(choices);
  const { minimum, maximum } = protocol.draw;
  const isDrawn = drawn_number !== null && drawn_number >= minimum && drawn_number <= maximum;
  const [one, other] = made;
  if (made.length === 0) return isDrawn;
  return isDrawn && made.length === SIDES.length && one !== null && one === other;
}

/** The message, its result and its details, the innermost first. */
function resultObjects(message: JsonObject): JsonObject[] {
  const result = [message.result, message.game_result, message.match_result].find(isObject);
  const details = result === undefined ? message.details : result.details;
  return [details, result, message].filter(isObject);
}

function find<T>(
  objects: readonly JsonObject[],
  keys: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  const values = objects.flatMap((one) => keys.map((key) => one[key]));
  return values.map(read).find((value) => value !== undefined);
}

function statusOf(value: unknown): MatchReport["status"] {
  const word = typeof value === "string" ? value.toUpperCase() : "";
  if (word === "DRAW" || word === "TIE") return "DRAW";
  if (["WIN", "WON", "PLAYER_A_WIN", "PLAYER_B_WIN"].includes(word)) return "WIN";
  return /^(TECHNICAL_LOSS|FORFEIT|TIMEOUT|ABORTED|CANCELLED)$/.test(word) ? "TECHNICAL_LOSS" : undefined;
}

/** `player_a_result` and `player_b_result` that both say draw. */
function sidesDraw(objects: readonly JsonObject[]): MatchReport["status"] {
  const both = objects.some((one) => SIDES.every(([side]) => isDrawWord(one[`player_${side}_result`])));
  return both ? "DRAW" : undefined;
}

function choicesIn(objects: readonly JsonObject[]): MatchReport["choices"] {
  const byPlayer = objects.map(({ choices }) => choices).find(isObject);
  if (byPlayer !== undefined) {
    return Object.fromEntries(Object.entries(byPlayer).map(([id, choice]) => [id, parity(choice)]));
  }
  const listed = objects.flatMap(({ choices }) => (Array.isArray(choices) ? choices.filter(isObject) : []));
  if (listed.length > 0)
    return Object.fromEntries(
      listed.flatMap((one) => {
        const id = find([one], ["player_id", "player", "id"], nonEmptyText);
        return id === undefined ? [] : [[id, onlyParity(Object.values(one))] as const];
      }),
    );
  const pairs = SIDES.flatMap((sides) => {
    const players = sides.flatMap((side) => [`player_${side}`, `player${side}`]);
    const id = find(objects, [...players.map((name) => `${name}_id`), ...players], nonEmptyText);
    const names = [...players.map((name) => `${name}_choice`), ...sides.map((side) => `choice_${side}`)];
    const choice = find(objects, names, nonEmptyText);
    return id === undefined || choice === undefined ? [] : [[id, parity(choice)] as const];
  });
  return Object.fromEntries(pairs);
}

function parity(value: unknown): "even" | "odd" | null {
  const word = typeof value === "string" ? value.toLowerCase() : "";
  return word === "even" || word === "odd" ? word : null;
}

/** The only value that is a parity; null without one, or with several. */
function onlyParity(values: readonly unknown[]): "even" | "odd" | null {
  const [first = null, second] = values.map(parity).filter((value) => value !== null);
  return second === undefined ? first : null;
}

function namesNoPlayer(named: string): boolean {
  return /^(none|null)?$/i.test(named);
}

function integer(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}
