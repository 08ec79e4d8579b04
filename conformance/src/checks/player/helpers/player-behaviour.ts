/** Observations of a player over several matches: its choices, whether it still plays or ends, and which senders it accepts. */

import { deadlineOf } from "../../../contract.js";
import type { PlayerFixture } from "../../../fixtures/player-fixture.js";
import type { JsonObject } from "../../../json/scan.js";
import type { Answer } from "../../../peers/answer.js";
import type { Match } from "../../../peers/match.js";
import { gracePeriodMs } from "../../../time/protocol-deadlines.js";
import { answersTo, type TimedStep, times } from "../../../time/steps.js";
import { onBehalfOf } from "../../../verdict.js";
import {
  askedAfterwards,
  bothMissed,
  chosen,
  type End,
  endMatches,
  expectChoice,
  expectJoin,
  inMatch,
  invited,
  isChoice,
  joined,
  matches,
  newReferee,
  noteEnd,
  notifications,
  outcomeFor,
  skipUnlessPlaying,
} from "./match-steps.js";

const POLL_MS = 200;

/** Polls until the condition is true or the time limit is reached. */
async function until(
  { clock, pause }: PlayerFixture,
  withinMs: number,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const end = clock.now() + withinMs;
  while (clock.now() < end) {
    if (await ask()) return true;
    await pause(POLL_MS);
  }
  return ask();
}

/** The limit of an orderly end, the same as for an acknowledgement. In milliseconds. */
export const ENDING_MS = deadlineOf("SHUTDOWN_COMMAND");

/** Whether the player's process has ended within that time, or its server, if the suite has not started it. */
export async function hasEnded(fixture: PlayerFixture): Promise<boolean> {
  const { player } = fixture;
  if (fixture.canStart) return (await player.exit(ENDING_MS)) !== undefined;
  return until(fixture, ENDING_MS, async () => (await player.call("ping")).failure !== undefined);
}

/** The time of `expectStillPlaying` itself. In milliseconds. */
export const STILL_PLAYING: TimedStep = [matches(3), gracePeriodMs()];

/**
 * Asserts that a player that has played still joins and chooses after an unusual message: in the current match, and in
 * the next one.
 *
 * @param what "a GAME_ERROR"
 */
export async function expectStillPlaying(
  fixture: PlayerFixture,
  what: string,
  disturb: (match: Match) => Promise<unknown>,
): Promise<void> {
  await skipUnlessPlaying(fixture);
  await inMatch(fixture, async (match) => {
    await disturb(match);
    expectChoice(
      fixture,
      await askedAfterwards(fixture, match),
      `after ${what}, the call for its choice in the same match`,
    );
  });
  await joinsNext(fixture, what);
}

/** The same, in the next match only: for messages between matches, or that may end one. */
export async function expectPlaysNextMatch(
  fixture: PlayerFixture,
  what: string,
  disturb: () => Promise<unknown>,
): Promise<void> {
  await skipUnlessPlaying(fixture);
  await disturb();
  await joinsNext(fixture, what);
}

async function joinsNext(fixture: PlayerFixture, what: string): Promise<void> {
  const { league } = fixture;
  // An agent may process a notification after its next answers.
  await fixture.pause(gracePeriodMs());
  const next = league.match({}, newReferee(fixture));
  const join = expectJoin(fixture, await invited(fixture, next), `after ${what}, the next invitation`);
  // player/join/accepts checks players that never accept.
  if (fixture.seen.join.done > 0)
    fixture.expect(join.accept, `after ${what}, accept in the answer to the next invitation`).isNot(false);
  expectChoice(
    fixture,
    await askedAfterwards(fixture, next),
    `after ${what}, the call for its choice in the next match`,
  );
  await endMatches(fixture, next);
}

/** Asserts that a message names the player itself: in `player_id` or, in the flat dialect, in `sender`. */
export function expectItself(
  { expect, player, dialect }: PlayerFixture,
  message: JsonObject,
  type: string,
): void {
  const { player_id, sender } = message;
  const bySender = player_id === undefined && dialect === "flat" && typeof sender === "string";
  const named = bySender ? sender.replace(/^player:/, "") : player_id;
  const what = `${bySender ? "sender" : "player_id"} of the ${type}`;
  // A player that joined another league before this run has the id of that league.
  if (player.registration === undefined) expect(named, what).isText();
  else expect(named, what).is(player.id, "the player_id that the league manager gave it");
}

/** Asserts that an answer copies a conversation_id. An answer without one breaks the clause about every message. */
export function expectConversation(
  { expect }: PlayerFixture,
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

// GAME_ERRORs after which a player continues.

export const RETRIES = { retry_count: 3, max_retries: 3, next_retry_at: null };

const NULLS = { affected_player: null, action_required: null, retry_info: null, consequence: null };

const ABSENT = Object.fromEntries(
  Object.keys({ ...NULLS, error_description: "" }).map((key) => [key, undefined]),
);

/** Other valid GAME_ERRORs in a match: about the opponent, with the last retry, with another code. */
export const GAME_ERRORS: readonly (readonly [what: string, fields: Record<string, unknown>])[] = [
  ["for a choice that was not valid", { error_code: "E004", error_description: "No valid choice." }],
  [
    "for a join in time",
    { action_required: "GAME_JOIN_ACK", error_description: "No GAME_JOIN_ACK in time." },
  ],
  ["that announces no further retry", { retry_info: RETRIES }],
  ["about its opponent", { affected_player: "P02" }],
  ["with the code E009", { error_code: "E009", error_description: "The player could not be reached." }],
  ["in which all that may be null is null", NULLS],
  ["with nothing but the match and the code", ABSENT],
  ["with the code E099, which no document knows", { error_code: "E099" }],
];

// Twin controls in which the wrong one is sent first.

export interface Impostor {
  /** The one difference between the two, for the diagnosis: "auth_token". */
  differ: string;
  wrong: () => Promise<Answer>;
  right: () => Promise<Answer>;
  /** Correct reasons for the refusal. */
  because: readonly (string | number)[];
}

/** Asserts that, in a match of the player, the wrong sender is refused and the right one accepted after it. */
export async function expectImpostorRefused(
  fixture: PlayerFixture,
  twins: (match: Match) => Impostor,
): Promise<void> {
  await skipUnlessPlaying(fixture);
  await inMatch(fixture, async (match) => {
    const { differ, wrong, right, because } = twins(match);
    const first = await wrong();
    const second = await right();
    if (first.outcome === "refusal" && second.outcome !== "message") {
      fixture.notExercised(
        `the right one was not accepted either (${second.describe()}), so that refusing the other proves nothing`,
        ["PLY-JOIN-01", "PLY-CHOICE-01", "PLY-ACK-02"],
      );
    }
    fixture.refused(first, differ, because);
  });
}

/** A match as PLAYER_A and one as PLAYER_B: an answer may depend on the role. */
export async function asEitherRole(
  fixture: PlayerFixture,
  look: (match: Match, role: "PLAYER_A" | "PLAYER_B") => Promise<void>,
): Promise<void> {
  for (const role of ["PLAYER_A", "PLAYER_B"] as const)
    await inMatch(fixture, (match) => look(match, role), { role });
}

/** The outcomes of the matches: four of each kind in a row, for a strategy that depends on series, and in other orders. */
const ENDS: readonly (End | "missed")[] = [
  ...(["drew", "drew", "drew", "drew"] as const),
  ...(["won", "won", "won", "won"] as const),
  ...(["lost", "lost", "lost", "lost"] as const),
  ...(["missed", "lost"] as const),
];

const ERRORS = ["E004", "E001"] as const;

const AGAIN = "in answer to a call that was repeated after a GAME_ERROR";

export const SEVERAL_CHOICES: TimedStep = [
  matches(ENDS.length),
  times(ENDS.length / 2, answersTo("CHOOSE_PARITY_CALL"), notifications(1)),
];

/** A choice, and the situation before it: "after a match that it won". */
export interface ObservedChoice {
  choice: JsonObject;
  when: string;
}

/**
 * The player's choices in several matches, in either role, with wins, losses and draws in between, which the calls
 * repeat in `your_standings`: a strategy may depend on all of them.
 */
export async function severalChoices(fixture: PlayerFixture): Promise<ObservedChoice[]> {
  const { player, dialect } = fixture;
  const choices: ObservedChoice[] = [];
  const standings = { wins: 0, losses: 0, draws: 0, points: 0 };
  let before = "in its first match";
  for (const [i, end] of ENDS.entries()) {
    const role = i % 2 === 0 ? "PLAYER_A" : "PLAYER_B";
    const match = await joined(fixture, { role, opponent: `P0${1 + (i % 3)}` });
    const set = dialect === "flat" ? {} : { "/context/your_standings": { ...standings } };
    let choice: JsonObject;
    try {
      choice = await chosen(fixture, match, { set });
    } catch (error) {
      await endMatches(fixture, match);
      throw error;
    }
    choices.push({ choice, when: `${before}, as ${role}` });
    // In every other match the call is repeated, as after a choice that did not arrive or that was no parity.
    if (i % 2 === 1) {
      await match.gameError(player, { error_code: ERRORS[((i - 1) / 2) % ERRORS.length] });
      const again = await match.askChoice(player, { set });
      if (isChoice(again)) choices.push({ choice: again.result, when: AGAIN });
    }
    const missed = end === "missed";
    noteEnd(fixture, match);
    await match.gameOver(
      player,
      missed ? { result: bothMissed(match, player.id) } : outcomeFor(end, choice.parity_choice),
    );
    before = missed ? "after a draw because neither player chose" : `after a match that it ${end}`;
    standings.wins += Number(end === "won");
    standings.losses += Number(end === "lost");
    standings.draws += Number(end === "drew" || missed);
    standings.points = 3 * standings.wins + standings.draws;
  }
  return choices;
}
