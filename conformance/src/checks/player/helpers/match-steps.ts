/** The steps of a match that checks need before their own steps, the time of these steps, and twin controls in a match. */

import { deadlineOf, isNameOf } from "../../../contract.js";
import type { PlayerFixture } from "../../../fixtures/member-fixtures.js";
import type { JsonObject } from "../../../json.js";
import type { Parity } from "../../../peers/actors/result.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../../peers/exchange/peer-client.js";
import type { Match, MatchIds } from "../../../peers/match.js";
import { within } from "../../../time/pause.js";
import { answersTo, times } from "../../../time/steps.js";
import type { Check, CheckRow, TimedStep } from "../../../types.js";
import { onBehalfOf } from "../../../verdict.js";

/** The time of this many matches: the invitation, the call, and the end. */
export function matches(count: number): TimedStep {
  return times(count, answersTo("GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"));
}

/** Notifications have no deadline, but the agent needs time to read them. */
export function notifications(count: number): TimedStep {
  return times(count, answersTo("LEAGUE_QUERY"));
}

type MatchStep = "join" | "choose";
/** A player that has missed a step this often, and never taken it, counts as not taking it. */
const OFTEN = 2;

function noteStep(fixture: PlayerFixture, step: MatchStep, done: boolean): void {
  fixture.seen[step][done ? "done" : "missed"] += 1;
}

/** A late choice counts only if no other match is open, because a player may play one match at a time. */
function noteChoice(fixture: PlayerFixture, answer: Answer): void {
  if (isChoice(answer)) fixture.seen.choices.push(answer.result.parity_choice);
  const isLate = answer.ms > deadlineOf("CHOOSE_PARITY_CALL");
  const isWaitedFor = isChoice(answer) || answer.failure?.reason === "timeout";
  if (isLate && isWaitedFor && fixture.league.openMatches.size <= 1)
    fixture.seen.lateChoices_ms.push(answer.ms);
}

/** The clauses that a player without this step breaks, unless it has not registered. */
const NEEDED: Readonly<Record<MatchStep, readonly string[]>> = {
  join: ["PLY-REG-01", "PLY-JOIN-01", "PLY-JOIN-05", "PLY-JOIN-06"],
  choose: ["PLY-REG-01", "PLY-CHOICE-01"],
};

/** Ends the check if this player never takes this step. */
function skipIfNeverSeen(fixture: PlayerFixture, step: MatchStep): void {
  const { done, missed } = fixture.seen[step];
  if (done === 0 && missed >= OFTEN)
    fixture.notExercised(`the player did not ${step} in this run`, NEEDED[step]);
}

// The steps of a match before those of a check. Whether a player takes them is judged by player/join and
// player/choice; other checks are then not exercised, so that only those two report the fault.

/**
 * Invites, and if that is refused, announces the match and invites again: only player/join judges whether a player
 * joins without an announcement.
 */
export async function invited(fixture: PlayerFixture, match: Match): Promise<Answer> {
  const { league, player } = fixture;
  const answer = await match.invite(player);
  if (answer.outcome !== "refusal") return answer;
  await league.announceRound(player, [match]);
  return match.invite(player);
}

/** A match that the player has joined, with a separate referee. */
export async function joined(fixture: PlayerFixture, ids: Partial<MatchIds> = {}): Promise<Match> {
  const { league, player } = fixture;
  skipIfNeverSeen(fixture, "join");
  const match = league.match(ids, newReferee(fixture));
  fixture.league.openMatches.add(match);
  const answer = await invited(fixture, match);
  noteStep(fixture, "join", isJoin(answer));
  if (!isJoin(answer)) {
    fixture.league.openMatches.delete(match);
    fixture.notExercised(`the player did not join a match (${answer.describe()})`, NEEDED.join);
  }
  const { player_id } = answer.result;
  if (player.registration === undefined && typeof player_id === "string") player.alias = player_id;
  return match;
}

/** As many of `count` matches as the player joins at once, each with a separate referee. */
export async function joinedAtOnce(fixture: PlayerFixture, count: number): Promise<Match[]> {
  const invitations = await Promise.allSettled(Array.from({ length: count }, () => joined(fixture)));
  return invitations.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** The answer to the call for its choice, in a match that the player has joined. */
export async function asked(
  fixture: PlayerFixture,
  match: Match,
  overrides: MessageOverrides = {},
): Promise<Answer> {
  skipIfNeverSeen(fixture, "choose");
  const answer = await match.askChoice(fixture.player, overrides);
  noteStep(fixture, "choose", isChoice(answer));
  noteChoice(fixture, answer);
  if (isChoice(answer)) keepChoice(match, answer);
  return answer;
}

/** The player's choice in a match that it has joined. */
export async function chosen(...asking: Parameters<typeof asked>): Promise<JsonObject> {
  const answer = await asked(...asking);
  if (!isChoice(answer))
    asking[0].notExercised(`the player did not choose (${answer.describe()})`, NEEDED.choose);
  return answer.result;
}

/** The answer to a call after an unusual message. player/choice/never-late judges whether it is late. */
export async function askedAfterwards(fixture: PlayerFixture, match: Match): Promise<Answer> {
  const answer = await match.askChoice(fixture.player);
  noteChoice(fixture, answer);
  return answer;
}

/** Ends the check if the player does not choose in a plain match, which is tried once in a run. */
export async function skipUnlessPlaying(fixture: PlayerFixture): Promise<void> {
  if (fixture.seen.choose.done === 0) await inMatch(fixture, (match) => chosen(fixture, match));
}

/** Runs `look` in a joined match, and ends the match, so that a player of one match at a time is ready for the next. */
export async function inMatch<T>(
  fixture: PlayerFixture,
  look: (match: Match) => Promise<T>,
  ids: Partial<MatchIds> = {},
): Promise<T> {
  const match = await joined(fixture, ids);
  try {
    return await look(match);
  } finally {
    await endMatches(fixture, match);
  }
}

/** Marks matches as ended by the check: they do not excuse a late answer in another match. */
export function noteEnd(fixture: PlayerFixture, ...matches: readonly Match[]): void {
  for (const match of matches) fixture.league.openMatches.delete(match);
}

/** GAME_OVER with the actual choice. The answers are not judged, and the wait for them is short. */
export async function endMatches(fixture: PlayerFixture, ...matches: readonly Match[]): Promise<void> {
  noteEnd(fixture, ...matches);
  const ended = Promise.all(
    matches.map((match) => match.gameOver(fixture.player, outcomeOf(fixture, match))),
  );
  await within(fixture.clock, deadlineOf("GAME_INVITATION"), ended, () => undefined);
}

/** A loss, by the drawn number if the player has chosen. */
export function outcomeOf(
  { player }: PlayerFixture,
  match: Match,
): { choice: Parity; opponentChoice: Parity; number: number } | { result: JsonObject } {
  if (match.chosen === undefined) return { result: technicalLoss(player.id, match.opponent) };
  return match.outcome ?? outcomeFor("lost", match.chosen);
}

/** The `game_result` of a match that ended before a number was drawn. */
export function technicalLoss(loser: string, winner: string): JsonObject {
  return {
    status: "TECHNICAL_LOSS",
    winner_player_id: winner,
    drawn_number: null,
    number_parity: null,
    choices: { [loser]: null, [winner]: "odd" },
    reason: `${loser} gave no choice in time. ${winner} wins.`,
  };
}

/** Asserts that the answer is a GAME_JOIN_ACK. @param what "the invitation to a second match" */
export function expectJoin(
  { expect }: Pick<PlayerFixture, "expect">,
  answer: Answer,
  what = "the invitation",
): JsonObject {
  expect.answer(answer, isJoin(answer), "GAME_JOIN_ACK", { what });
  return answer.result;
}

/** Asserts that the answer is a GAME_JOIN_ACK that does not decline. */
export function expectAcceptance(fixture: PlayerFixture, answer: Answer, what: string): JsonObject {
  const join = expectJoin(fixture, answer, what);
  fixture.expect(join.accept, `accept in the answer to ${what}`).isNot(false);
  return join;
}

/** Asserts that the answer is a choice, even or odd. @param what "the call that was repeated" */
export function expectChoice(
  { expect }: PlayerFixture,
  answer: Answer,
  what = "the call for its choice",
): JsonObject {
  expect.answer(answer, isChoice(answer), "CHOOSE_PARITY_RESPONSE", { what });
  return answer.result;
}

/** Asserts that the answer is a result of any kind, and came within the contract's deadline. */
export function expectResult({ expect }: PlayerFixture, answer: Answer, what: string): void {
  expect.answer(answer, answer.hasResult, "a result", { what });
  expect.time(answer.ms, `the answer to ${what}`).isAtMost(deadlineOf(answer.question));
}

export function isJoin(answer: Answer): boolean {
  return says(answer, "GAME_JOIN_ACK", ["accept", "arrival_timestamp"]);
}

export function isChoice(answer: Answer): boolean {
  return says(answer, "CHOOSE_PARITY_RESPONSE", ["parity_choice"]);
}

/** A referee for one match, because players may limit the messages of one sender. */
export function newReferee(fixture: PlayerFixture) {
  const { league, form } = fixture;
  const { knownReferee } = form;
  return knownReferee === undefined ? anyReferee(fixture) : league.referee(knownReferee);
}

/** A referee with a random id that the player does not know before the match. */
export function anyReferee({ league, random }: PlayerFixture) {
  return league.referee(`REF${String(1 + random.below(99)).padStart(2, "0")}`);
}

function keepChoice(match: Match, answer: Answer): void {
  const choice = answer.result.parity_choice;
  if (choice === "even" || choice === "odd") match.chosen = choice;
}

/** Whether the answer is of this type: by its message_type or, if that is missing, by a member that no other answer has. */
function says(answer: Answer, type: string, signs: readonly string[]): boolean {
  if (answer.outcome !== "message") return false;
  const { message_type } = answer.result;
  if (message_type !== undefined) return isNameOf(type, message_type);
  return signs.some((member) => Object.hasOwn(answer.result, member));
}

// The possible outcomes of a match for the player, and their GAME_OVER.

export type End = "won" | "lost" | "drew";

/** The bounds of the drawn numbers, to find agents whose bounds are off by one. */
const LOWEST = 1;
const HIGHEST = 10;

/** The winning and the losing number are the lowest and the highest one, or vice versa. */
export function outcomeFor(
  end: End,
  chosen: unknown,
): { choice: Parity; opponentChoice: Parity; number: number } {
  const choice: Parity = chosen === "odd" ? "odd" : "even";
  const other: Parity = choice === "even" ? "odd" : "even";
  const [right, wrong] = choice === "even" ? [HIGHEST, LOWEST] : [LOWEST, HIGHEST];
  return { choice, opponentChoice: end === "drew" ? choice : other, number: end === "lost" ? wrong : right };
}

/** Asserts that an answer copies a conversation_id. An answer without one breaks the clause about every message. */
export function expectConversation(
  { expect }: Pick<PlayerFixture, "expect">,
  { conversation_id }: JsonObject,
  { conversation }: Pick<Match, "conversation">,
  what: string,
): void {
  const assert = () =>
    expect(conversation_id, `conversation_id of ${what}`).is(conversation, "copy it from what is answered");
  const isOne = typeof conversation_id === "string" && conversation_id !== "";
  if (isOne) assert();
  else onBehalfOf(["TRN-ENV-01"], assert);
}

// Twin controls in which the wrong one is sent first.

/** Ends the check where the right message, sent last, was refused too. @param blockedBy the clauses about it */
export function provesNothing(fixture: PlayerFixture, right: Answer, ...blockedBy: readonly string[]): never {
  const why = `the right one was not accepted either (${right.describe()}), so that refusing the other proves nothing`;
  return fixture.notExercised(why, blockedBy);
}

/** A call for a choice that differs in one thing from that of the match's own referee. */
export interface WrongCall {
  /** The one difference between the two, for the diagnosis: "auth_token". */
  differ: string;
  /** Correct reasons for the refusal. */
  because: readonly (string | number)[];
  send(match: Match, fixture: PlayerFixture): Promise<Answer>;
}

/** Each of these calls is refused in another match, in which the referee's own call is answered after it. */
export function refusesCalls({
  calls,
  ...check
}: CheckRow<{ calls: readonly WrongCall[] }>): Check<PlayerFixture> {
  return {
    ...check,
    steps: [times(calls.length, matches(2), answersTo("CHOOSE_PARITY_CALL"))],
    async run(fixture) {
      for (const call of calls) await expectCallRefused(fixture, call);
    },
  };
}

export async function expectCallRefused(
  fixture: PlayerFixture,
  { differ, because, send }: WrongCall,
): Promise<void> {
  await skipUnlessPlaying(fixture);
  await inMatch(fixture, async (match) => {
    const first = await send(match, fixture);
    const second = await match.askChoice(fixture.player);
    if (first.outcome === "refusal" && second.outcome !== "message")
      provesNothing(fixture, second, "PLY-JOIN-01", "PLY-CHOICE-01", "PLY-ACK-02");
    fixture.refused(first, differ, because);
  });
}
