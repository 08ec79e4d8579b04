/** Assertions about acknowledgements, for MUST and SHOULD clauses, and unusual tables. */
import { methodOf, replyTypeOf } from "../../../contract.js";
import type { PlayerFixture } from "../../../fixtures/member-fixtures.js";
import type { JsonObject } from "../../../json.js";
import { standing } from "../../../peers/actors/result.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../../peers/exchange/peer-client.js";
import { blaming, CheckFailure } from "../../../verdict.js";
import { bothMissed, bothUnreachable, expectResult, wonUnasked } from "./match-steps.js";

/**
 * Asserts that the message is answered with a result in time. No source document has a method for it, so a player that
 * supports the message type as the method, as in the flat dialect, breaks only a SHOULD.
 */
export async function expectAcknowledged(
  fixture: PlayerFixture,
  say: (overrides: MessageOverrides) => Promise<Answer>,
  what: string,
): Promise<void> {
  const answer = await say({});
  const isRefused = answer.outcome === "refusal" && isNamedByD01(fixture, answer.question);
  // A method that is answered the second time is supported.
  const mayBeUnknown = isRefused && !(await say({})).hasResult;
  for (const method of mayBeUnknown ? otherNames(answer.question) : []) {
    if (!(await say({ method })).hasResult) continue;
    throw new CheckFailure({
      diagnosis: `${what} ${answer.describeAsEnd()}, and with a result when the method is called ${method}`,
      expected: `a result under the name of decision D01, ${methodOf(answer.question)?.name}`,
      received: answer.describe(),
      clauses: ["PLY-ACK-04"],
    });
  }
  expectResult(fixture, answer, what);
}

/** The answer to the end of a league that this player has won. @throws CheckFailure against PLY-ACK-03 when it is none */
export async function wonLeagueAcknowledged(fixture: PlayerFixture): Promise<Answer> {
  const won = (overrides: MessageOverrides) => fixture.league.leagueCompleted(fixture.player, overrides);
  const answer = await won({});
  if (answer.hasResult) return answer;
  const again = (overrides: MessageOverrides) =>
    overrides.method === undefined ? Promise.resolve(answer) : won(overrides);
  try {
    await expectAcknowledged(fixture, again, "the completion of a league that it has won");
  } catch (error) {
    throw error instanceof CheckFailure && error.finding.clauses === undefined
      ? blaming(error, ["PLY-ACK-03"])
      : error;
  }
  return answer;
}

/** Whether the form of this player defines no name for the message, so that the refused name is that of decision D01. */
function isNamedByD01({ profile }: PlayerFixture, type: string): boolean {
  return profile.method === "contract" && profile.messages[type]?.method === undefined;
}

/** The message type as the name of a method, and a name of two words in the opposite order: `standings_update`. */
function otherNames(type: string): string[] {
  const [first, second, ...others] = (methodOf(type)?.name ?? "").split("_");
  const isOfTwo = first !== undefined && second !== undefined && others.length === 0;
  return [type.toLowerCase(), type, ...(isOfTwo ? [`${second}_${first}`] : [])];
}

/** Asserts that the result is the message that the contract names. */
export function expectNamed({ expect }: PlayerFixture, answer: Answer): void {
  const wanted = replyTypeOf(answer.question);
  expect.answer(
    answer,
    answer.outcome === "message" && answer.result.message_type === wanted,
    String(wanted),
  );
}

/** A table with "P97" in first place. */
export function lastOfThree({ id, name }: Pick<PlayerFixture["player"], "id" | "name">): JsonObject[] {
  return [
    standing(1, "P97", { wins: 2 }),
    standing(2, "P98", { wins: 1, losses: 1 }),
    standing(3, id, { losses: 2 }, name),
  ];
}

/** Unusual tables with their names for diagnoses. */
export function unusualStandings({ id, name }: PlayerFixture["player"]): [string, JsonObject[]][] {
  return [
    [
      "the standings that do not list it",
      [standing(1, "P97", { wins: 1 }), standing(2, "P98", { losses: 1 })],
    ],
    ["the standings without a row", []],
    ["the standings in which it is the last of three", lastOfThree({ id, name })],
    [
      "the standings in which another player is called Żółć אבג 🎲",
      [
        standing(1, id, { wins: 11, draws: 1 }, name),
        standing(2, "P97", { draws: 1, losses: 11 }, "Żółć אבג 🎲"),
      ],
    ],
  ];
}

/** The members that differ in the completion of the last round, with its optional summary. */
export const LAST_ROUND = {
  "/next_round_id": null,
  "/summary": { wins: 1, draws: 0, technical_losses: 0 },
};

/** Ends of a match without a choice of the player: as text, and the `game_result`. */
export const UNPLAYED = [
  ["which is a draw because neither player chose", bothMissed],
  ["which has no winner because neither player could be reached", bothUnreachable],
  ["which it has won without a call for its choice", wonUnasked],
] as const;
