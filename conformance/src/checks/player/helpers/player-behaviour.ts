/** Observations of a player over several matches: its choices, whether it still plays or ends, and which senders it accepts. */

import { deadlineOf } from "../../../contract.js";
import type { PlayerFixture } from "../../../fixtures/member-fixtures.js";
import type { JsonObject } from "../../../json.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { Match } from "../../../peers/match.js";
import { gracePeriodMs } from "../../../time/protocol-deadlines.js";
import { answersTo, times } from "../../../time/steps.js";
import type { Check, CheckRow, TimedStep } from "../../../types.js";
import { onBehalfOf } from "../../../verdict.js";
import {
  askedAfterwards,
  endMatches,
  expectChoice,
  expectJoin,
  inMatch,
  invited,
  matches,
  newReferee,
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

/** Messages in a match that the player has joined, before the call for its choice. */
interface Disturbance {
  /** "a GAME_ERROR" */
  after: string;
  /** The time of these messages. */
  time: TimedStep;
  /** They may end the match, so that only the next one is judged. */
  mayEnd?: true;
  disturb(match: Match, fixture: PlayerFixture): Promise<unknown>;
}

/** A player that has played still chooses after each of these, and plays the next match. */
export function playsOn({
  cases,
  ...check
}: CheckRow<{ cases: readonly Disturbance[] }>): Check<PlayerFixture> {
  return {
    ...check,
    slow: true,
    steps: [times(cases.length, matches(3), gracePeriodMs()), cases.map(({ time }) => time)],
    async run(fixture) {
      await skipUnlessPlaying(fixture);
      for (const { after, disturb, mayEnd } of cases) {
        await inMatch(fixture, async (match) => {
          await disturb(match, fixture);
          if (mayEnd !== true)
            expectChoice(
              fixture,
              await askedAfterwards(fixture, match),
              `after ${after}, the call for its choice in the same match`,
            );
        });
        await playsNext(fixture, after);
      }
    },
  };
}

async function playsNext(fixture: PlayerFixture, after: string): Promise<void> {
  const { league } = fixture;
  // An agent may process a notification after its next answers.
  await fixture.pause(gracePeriodMs());
  const next = league.match({}, newReferee(fixture));
  const join = expectJoin(fixture, await invited(fixture, next), `after ${after}, the next invitation`);
  // player/join/accepts checks players that never accept.
  if (fixture.seen.join.done > 0)
    fixture.expect(join.accept, `after ${after}, accept in the answer to the next invitation`).isNot(false);
  const what = `after ${after}, the call for its choice in the next match`;
  expectChoice(fixture, await askedAfterwards(fixture, next), what);
  await endMatches(fixture, next);
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
