import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { isObject } from "../../json.js";
import { chooses, declines, joins, records } from "../../peers/actors/behaviour.js";
import type { MatchObservation } from "../../peers/observation.js";
import { choiceOf } from "../../rules/match-rules.js";
import { joinDeadline, quickMatch, refusedMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { blaming, CheckFailure } from "../../verdict.js";
import {
  begun,
  ended,
  expectPlayed,
  missedBy,
  outcomeOf,
  outcomesWithChoices,
  progressOf,
} from "./helpers/match-outcome.js";
import { COMBINATIONS } from "./helpers/played-matches.js";

const [LEAST, MOST] = [2, COMBINATIONS.length];

/** More than this many matches at once are not tried. */
const MOST_SLOW_MATCHES = 8;

export const parallelChecks: readonly Check<RefereeFixture>[] = [
  /** All assigned at once, also beyond the referee's capacity; the pauses of their players make the matches overlap. */
  {
    id: "referee/parallel/keeps-matches-apart",
    title: "does not mix players, choices, ids or results of concurrent matches",
    decides: ["REF-PAR-01"],
    slow: true,
    steps: [times(MOST, quickMatch() / 2, joinDeadline), quickMatch()],
    async run(fixture) {
      const { league, timely } = fixture;
      const count = Math.min(MOST, Math.max(LEAST, league.capacity));
      const plans = COMBINATIONS.slice(0, count).map(([a, b], index) => ({
        a: { join: joins({ afterMs: 100 * index }), choice: chooses(a, { afterMs: joinDeadline / 10 }) },
        b: { choice: chooses(b, { afterMs: joinDeadline / 5 }) },
        timeoutMs: count * (quickMatch() / 2),
        settleMs: joinDeadline / 5,
        // So that several reports are open at once, whose ids the rule of TRN-OUT-02 compares.
        reports: [records({ afterMs: joinDeadline / 5 })],
      }));
      const matches = await Promise.all(plans.map((plan) => league.runMatch(plan)));
      // On a machine that delays the players, matches may end differently.
      const wrong = matches.map((match) =>
        faultOf(() =>
          timely(joinDeadline / 2, () => {
            assertUnmixed(fixture, match, count);
            assertNamesNoOther(fixture, match, matches);
          }),
        ),
      );
      const failure = wrong.find((one) => one !== undefined);
      if (failure === undefined) return;
      // A fault that also occurs in a single match is not caused by concurrency.
      const alone = await league.runMatch(plans[wrong.indexOf(failure)]);
      throw faultOf(() => assertUnmixed(fixture, alone, 1)) === undefined
        ? failure
        : blaming(failure, ["REF-DRAW-06"]);
    },
  },
  /**
   * The same two players three times, each time at other addresses: first one declines, then A and B are exchanged,
   * then both choose differently. A value that a referee stores by a player's id, or by the order of the ids, is then
   * wrong, which the rules over every match judge.
   */
  {
    id: "referee/parallel/same-players-again",
    title:
      "plays each match by its assignment, also with players of earlier matches, with other roles and addresses",
    decides: ["REF-PAR-01", "REF-LOSS-07"],
    steps: [refusedMatch, times(3, quickMatch())],
    async run(fixture) {
      const { league } = fixture;
      // The league manager may assign any ids: these have small letters and a hyphen, and A's is the first in order.
      const number = fixture.random.below(10_000);
      const named = { playerA: `Agent-${number}x`, playerB: `agent-${number}y` };
      const declined = { ids: named, a: { join: declines() }, timeoutMs: refusedMatch };
      const first = begun(await league.runMatch(declined));
      const ids = { playerA: first.playerB.id, playerB: first.playerA.id };
      for (const [a, b] of [
        ["odd", "even"],
        ["even", "odd"],
      ] as const) {
        const match = await league.runMatch({ ids, a: { choice: chooses(a) }, b: { choice: chooses(b) } });
        if (!isPlayed(match)) await skipIfNewPlayersRefused(fixture);
        const met = `in which ${ids.playerA} and ${ids.playerB} met again on the sides and at the addresses of the new assignment`;
        expectPlayed(fixture, match, `${match.matchId}, ${met},`, isPlayed(match));
      }
    },
  },
  {
    id: "referee/parallel/not-held-up",
    title:
      "runs as many matches at the same time as it has announced, and a stalled player delays no other match",
    decides: ["REF-PAR-02"],
    slow: true,
    steps: [times(2, quickMatch()), times(2, joinDeadline)],
    async run({ league, expect, notApplicable }) {
      const count = Math.min(MOST_SLOW_MATCHES, league.capacity);
      if (count < 2) notApplicable("this referee announces to run one match at a time");
      const stalls = 2 * joinDeadline;
      const slow = { a: { choice: chooses("odd", { afterMs: stalls }) }, timeoutMs: quickMatch() + stalls };
      const plans = [...Array.from({ length: count - 1 }, () => slow), { timeoutMs: quickMatch() + stalls }];
      const matches = await Promise.all(plans.map((plan) => league.runMatch(plan)));
      const begun = matches.filter(({ invitations }) => invitations.length > 0);
      expect.that(begun.length === count || begun.length === 0, {
        diagnosis: `of ${count} matches that were assigned at the same time, as many as it announced, ${begun.length} were begun within ${quickMatch() + stalls} ms, while players stalled for ${stalls} ms`,
        expected: String(count),
        received: String(begun.length),
      });
      for (const match of matches) ended(match);
      const quick = matches.at(-1);
      const [over] = quick?.gameOvers ?? [];
      const firstCall = Math.min(...matches.flatMap(({ calls }) => calls[0]?.at_ms ?? []));
      expect(over?.message, "GAME_OVER of the match whose players answered at once").isObject();
      const what = `the time to GAME_OVER of a match whose players answered at once, while ${count - 1} of ${count} announced matches waited ${stalls} ms for a player,`;
      expect.time((over?.at_ms ?? 0) - firstCall, what).isAtMost(stalls / 2);
    },
  },
];

function faultOf(assert: () => void): CheckFailure | undefined {
  try {
    assert();
    return undefined;
  } catch (error) {
    if (error instanceof CheckFailure) return error;
    throw error;
  }
}

function assertUnmixed(fixture: RefereeFixture, match: MatchObservation, count: number): void {
  const { expect } = fixture;
  const outcome = ended(match);
  const { matchId, playerA, playerB } = match;
  const players = [playerA.id, playerB.id].toSorted();
  for (const { message, playerId } of match.toPlayers()) {
    const what = `match_id of ${String(message.message_type)} to ${playerId}, which plays ${matchId}`;
    expect(message.match_id, what).is(matchId);
  }
  const { choices } = outcome;
  const what = `whose choices ${outcome.from} of ${matchId} names`;
  expect(isObject(choices) ? Object.keys(choices).toSorted() : choices, what).is(players);
  for (const published of outcomesWithChoices(fixture, match)) {
    for (const player of [playerA, playerB]) {
      const what = `the choice of ${player.id} in ${published.from} of ${matchId}, while ${count} matches ran`;
      expect(choiceOf(published, player) ?? null, what).is(player.chosen.at(-1) ?? null);
    }
  }
  expect(outcome.winner, `the winner in ${outcome.from} of ${matchId}`).isOneOf([...players, null]);
}

/** Other checks judge a wrong value that belongs to no other match. */
function assertNamesNoOther(
  { expect }: RefereeFixture,
  match: MatchObservation,
  matches: readonly MatchObservation[],
): void {
  const others = matches.filter((other) => other !== match);
  const rounds = others.map(({ roundId }) => roundId);
  const players = others.flatMap(({ playerA, playerB }) => [playerA.id, playerB.id]);
  for (const { message, by } of [...match.calls.map(({ received }) => received), ...match.reports]) {
    const context = isObject(message.context) ? message.context : {};
    const said = { round_id: message.round_id ?? context.round_id, opponent_id: context.opponent_id };
    const isOfOther =
      rounds.some((round) => round === said.round_id) || players.some((id) => id === said.opponent_id);
    expect.that(!isOfOther, {
      diagnosis: `${String(message.message_type)} of ${match.matchId} to ${by} names ${JSON.stringify(said)}, which is of another of ${matches.length} matches that ran at the same time`,
      expected: `round ${match.roundId}, and a player of ${match.matchId}`,
      received: JSON.stringify(said),
    });
  }
}

function isPlayed(match: MatchObservation): boolean {
  return outcomeOf(match) !== undefined && match.calls.length >= 2;
}

/** The twin of a match that was not played: a match with new players. */
async function skipIfNewPlayersRefused({ league, notExercised }: RefereeFixture): Promise<void> {
  const match = await league.runMatch();
  if (!isPlayed(match))
    notExercised(
      `${match.matchId}, whose players are new, is not played either: ${progressOf(match)}`,
      missedBy(match),
    );
}
