/** Reads and completes the result of a match, in a report of any shape. A winner is never guessed: points determine it only if no other member does. */
import { protocol } from "@league-v2/contract";
import { vocabulary } from "@league-v2/contract/forms";
import { membersOf, nameOf } from "../message/contract-members.js";
import { firstOf, isObject, nonEmptyText } from "../message/members.js";
import type { JsonObject, Variables } from "../message/types.js";
import { meaningsOf, wordsOf } from "../message/words.js";
import { matchMember } from "./by-value.js";

export interface MatchReport {
  readonly match_id: string;
  readonly status: "WIN" | "DRAW" | "TECHNICAL_LOSS" | undefined;
  /** A player's id, PLAYER_A or PLAYER_B; null where the report names none. */
  readonly winner: string | null;
  /** As reported: it may be outside the allowed range. */
  readonly drawn_number: number | null;
  readonly choices: Readonly<Record<string, "even" | "odd" | null>>;
}

const { member_names: names } = vocabulary;
const SIDES = [
  ["a", "A", "1"],
  ["b", "B", "2"],
] as const;

/** The members of a report other than the id of the match. */
const otherMembers = [
  ...membersOf("MATCH_RESULT_REPORT").map(nameOf),
  ...["player_id", "winner_player_id"],
].filter((name) => name !== "match_id");

/** Undefined for a message that reports no match, or does not contain its result. */
export function readMatchReport(message: JsonObject): MatchReport | undefined {
  const named_id = firstOf([message], names.match_id, nonEmptyText);
  const match_id = named_id ?? matchMember(message, null, otherMembers)?.[1];
  if (match_id === undefined) return undefined;
  const objects = resultObjects(message);
  const winnerOf = (one: JsonObject) => [...names.winner, ...Object.keys(one).filter(namesWinner)];
  const namedAt = objects.find((one) => winnerOf(one).some((key) => Object.hasOwn(one, key)));
  const winnerPlace = namedAt ?? outcomeByPlayer(message);
  const named =
    winnerPlace &&
    winnerOf(winnerPlace)
      .map((key) => winnerPlace[key])
      .find((value) => value !== undefined);
  const isDraw = isDrawWord(named) || objects.some((one) => one.is_draw === true || one.draw === true);
  const winner = typeof named === "string" && !namesNoPlayer(named) && !isDrawWord(named) ? named : null;
  const ownStatus = isDraw ? "DRAW" : firstOf(objects, names.status, statusOf);
  const status = ownStatus ?? (winner === null && containsDraw(objects) ? "DRAW" : undefined);
  if (winnerPlace === undefined && status === undefined) return undefined;
  return {
    match_id,
    status: winner !== null && status === "DRAW" ? undefined : status,
    winner,
    drawn_number: firstOf(objects, names.drawn_number, integer) ?? null,
    choices: choicesIn(objects),
  };
}

/**
 * Whether a match without a named winner is a draw by its choices and its number. Without any choices a number from 1 to 10
 * shows it, which is drawn after both players have chosen; equal choices draw for any number.
 */
export function isDrawByFacts({
  drawn_number,
  choices,
}: Pick<MatchReport, "drawn_number" | "choices">): boolean {
  const made = Object.values(choices);
  const { minimum, maximum } = protocol.draw;
  const isDrawn = drawn_number !== null && drawn_number >= minimum;
  const [one, other] = made;
  if (made.length === 0) return isDrawn && drawn_number <= maximum;
  return isDrawn && made.length === SIDES.length && one !== null && one === other;
}

/** The members whose name is about the winner, and about nothing else: `victor`, `winning_player_id`. */
function namesWinner(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => meaningsOf(word).has("winner")) && words.every(isAboutPlayer);
}

function isAboutPlayer(word: string): boolean {
  return ["winner", "player", "id", "name"].some((meaning) => meaningsOf(word).has(meaning));
}

/**
 * A result of each of two players: `{P01: "W", P02: "L"}`, a list of players with theirs, or the points of a report that
 * has no other result. Undefined unless it shows one winner, or a draw of both.
 */
function outcomeByPlayer(message: JsonObject): JsonObject | undefined {
  for (const value of Object.values(message)) {
    const list = Array.isArray(value) ? value.filter(isObject) : [];
    const pairs = isObject(value)
      ? Object.entries(value)
      : list.map((one) => [playerIn(one), resultIn(one)] as const);
    const words = pairs.map(([id, result]) => ({ id, mark: markOf(result) }));
    const [one, other, third] = words;
    if (one === undefined || other === undefined || third !== undefined) continue;
    if (one.mark === undefined || other.mark === undefined || one.mark + other.mark !== 0) continue;
    return { winner: one.mark === 0 ? "draw" : one.mark > 0 ? one.id : other.id };
  }
  const scores = Object.entries(message).filter(([name, value]) => namesPoints(name) && isObject(value));
  const points = scores
    .map(([, value]) => Object.entries(value as JsonObject))
    .find((all) => all.length === SIDES.length && all.every(([, value]) => typeof value === "number"));
  const [[one, first] = [], [other, second] = []] = (points ?? []) as [string, number][];
  if (one === undefined || first === undefined || second === undefined) return undefined;
  return first === second ? undefined : { winner: first > second ? one : other };
}

/** Two numbers under another name may be choices, or facts about the draw. */
function namesPoints(name: string): boolean {
  return wordsOf(name).some((word) => meaningsOf(word).has("points"));
}

function playerIn(row: JsonObject): unknown {
  return row.player_id ?? row.player ?? row.id;
}

function resultIn(row: JsonObject): unknown {
  return row.result ?? row.outcome ?? row.status;
}

/** 1 for a won match, −1 for a lost one, 0 for a draw. */
export function markOf(result: unknown): 1 | -1 | 0 | undefined {
  const word = typeof result === "string" ? result : "";
  if (/^(?:w|win|won|winner|victory)$/i.test(word)) return 1;
  if (/^(?:l|loss|lose|lost|loser|defeat)$/i.test(word)) return -1;
  return /^(?:d|draw|drawn|tie|tied)$/i.test(word) ? 0 : undefined;
}

/** The message, its result and its details, the innermost first. */
function resultObjects(message: JsonObject): JsonObject[] {
  const result = [message.result, message.game_result, message.match_result].find(isObject);
  const details = result === undefined ? message.details : result.details;
  return [details, result, message].filter(isObject);
}

function statusOf(value: unknown): MatchReport["status"] {
  const word = typeof value === "string" ? value.toUpperCase() : "";
  if (word === "DRAW" || word === "TIE") return "DRAW";
  if (["WIN", "WON", "PLAYER_A_WIN", "PLAYER_B_WIN"].includes(word)) return "WIN";
  return /^(TECHNICAL_LOSS|FORFEIT|TIMEOUT|ABORTED|CANCELLED)$/.test(word) ? "TECHNICAL_LOSS" : undefined;
}

function choicesIn(objects: readonly JsonObject[]): MatchReport["choices"] {
  const byPlayer = objects.map(({ choices }) => choices).find(isObject);
  if (byPlayer !== undefined) {
    return Object.fromEntries(Object.entries(byPlayer).map(([id, choice]) => [id, parity(choice)]));
  }
  const pairs = SIDES.flatMap((sides) => {
    const players = sides.flatMap((side) => [`player_${side}`, `player${side}`]);
    const id = firstOf(objects, [...players.map((name) => `${name}_id`), ...players], nonEmptyText);
    const own = [...players.map((name) => `${name}_choice`), ...sides.map((side) => `choice_${side}`)];
    const choice = firstOf(objects, own, nonEmptyText);
    return id === undefined || choice === undefined ? [] : [[id, parity(choice)] as const];
  });
  return Object.fromEntries(pairs);
}

/** A choice in any letters; null for another value. */
export function parity(value: unknown): "even" | "odd" | null {
  const word = typeof value === "string" ? value.toLowerCase() : "";
  return word === "even" || word === "odd" ? word : null;
}

function namesNoPlayer(named: string): boolean {
  return /^(none|null)?$/i.test(named);
}

function integer(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/** Members whose texts are names. */
const nameMembers = /name|(^|_)id$/i;
const drawWord = /\b(draw|tie|tied)\b/;
/** Phrases about the draw of the number, and negated draws. */
const otherDraw = /\b(no|not|number|before|during|after|the)( an?| the)? (draw|tie)\b/;

export function containsDraw(value: unknown): boolean {
  if (typeof value === "string") {
    const words = value.toLowerCase().replaceAll(/[_-]/g, " ");
    return drawWord.test(words) && !otherDraw.test(words);
  }
  if (Array.isArray(value)) return value.some(containsDraw);
  return (
    isObject(value) &&
    Object.entries(value).some(([name, inner]) => !nameMembers.test(name) && containsDraw(inner))
  );
}

/** Whether a value is the word for a draw. */
export function isDrawWord(value: unknown): boolean {
  return typeof value === "string" && /^(draw|tie)$/i.test(value);
}

/** Variables derived from a canonical message, for the rules of a profile. */
export function derived(message: JsonObject, variables: Variables): Variables {
  const result = isObject(message.game_result) ? message.game_result : message.result;
  if (!isObject(result)) return variables;
  const winner = result.winner_player_id ?? result.winner ?? null;
  const [first, second] = isObject(result.score) ? Object.keys(result.score) : [];
  const { player_a = first, player_b = second } = variables;
  return { ...variables, player_a, player_b, winner_or_draw: result.status === "DRAW" ? "draw" : winner };
}

/**
 * The message with the members that some forms omit: the status from the winner, the points from the status, the parity from
 * the number (contract 6 and 7). Present members are not changed, except words for the winner.
 */
export function completed(type: string | undefined, message: JsonObject, variables: Variables): JsonObject {
  if (type === "GAME_OVER" && isObject(message.game_result)) completeResult(message.game_result, variables);
  if (type === "MATCH_RESULT_REPORT" && isObject(message.result)) completeReport(message.result, variables);
  return message;
}

function completeResult(result: JsonObject, variables: Variables): void {
  const word = result.winner_player_id;
  result.winner_player_id = winnerId(word, variables);
  result.drawn_number ??= null;
  result.choices ??= {};
  result.number_parity ??= parityOf(result.drawn_number);
  result.status ??= statusBy(word, result.winner_player_id, result.drawn_number);
  result.reason ??= "";
}

function completeReport(result: JsonObject, variables: Variables): void {
  const word = result.winner;
  const winner = winnerId(word, variables);
  result.winner = winner;
  const details = isObject(result.details) ? result.details : {};
  result.details = details;
  details.drawn_number ??= null;
  details.choices ??= {};
  if (result.score !== undefined) return;
  const { player_a, player_b } = variables;
  if (typeof player_a !== "string" || typeof player_b !== "string") return;
  const isDraw = isDrawWord(word);
  result.status ??= winner !== null ? "WIN" : isDraw ? "DRAW" : "TECHNICAL_LOSS";
  result.score = scoreOf([player_a, player_b], winner, isDraw);
}

/** The points of the contract. */
export function scoreOf(players: readonly string[], winner: unknown, isDraw: boolean): JsonObject {
  const { win, draw, loss } = protocol.points;
  return Object.fromEntries(players.map((id) => [id, isDraw ? draw : id === winner ? win : loss]));
}

function winnerId(word: unknown, { player_a, player_b }: Variables): unknown {
  if (typeof word !== "string") return word ?? null;
  if (isDrawWord(word)) return null;
  const role = word.toUpperCase();
  if (role === "PLAYER_A") return player_a ?? word;
  if (role === "PLAYER_B") return player_b ?? word;
  return word;
}

function statusBy(word: unknown, winner: unknown, drawn: unknown): string {
  if (isDrawWord(word)) return "DRAW";
  if (drawn === null) return "TECHNICAL_LOSS";
  return winner === null ? "DRAW" : "WIN";
}

/** The parity of a drawn number; null without one. */
export function parityOf(drawn: unknown): "even" | "odd" | null {
  if (typeof drawn !== "number") return null;
  return drawn % 2 === 0 ? "even" : "odd";
}
