import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { chooses, joins } from "../../../peers/behaviour.js";
import type { MatchObservation } from "../../../peers/match-observation.js";
import { quickMatch } from "../../../time/mandates.js";
import { choiceOf, ended, saidOutcomes } from "../_outcome.js";
import { COMBINATIONS } from "../_series.js";
import { joinDeadline } from "../_times.js";

const [LEAST, MOST] = [2, COMBINATIONS.length];

/** Assigned all at once, whatever the referee's capacity; the pauses of their players make the matches overlap. */
export default check<RefereeBench>({
  id: "referee/parallel/keeps-matches-apart",
  title: "lets no player, choice, id or result of one match appear in another",
  decides: ["REF-PAR-01"],
  kills: ["referee:mixes-up-results", "referee:mixes-up-choices", "referee:tells-results-to-others"],
  slow: true,
  worstCaseMs: MOST * (quickMatch() / 2 + joinDeadline),
  async run(bench) {
    const { league, timely } = bench;
    const count = Math.min(MOST, Math.max(LEAST, league.capacity));
    const plans = COMBINATIONS.slice(0, count).map(([a, b], index) => ({
      a: { join: joins({ afterMs: 100 * index }), choice: chooses(a, { afterMs: joinDeadline / 10 }) },
      b: { choice: chooses(b, { afterMs: joinDeadline / 5 }) },
      patienceMs: count * (quickMatch() / 2),
      settleMs: joinDeadline / 5,
    }));
    const matches = await Promise.all(plans.map((plan) => league.runMatch(plan)));
    // On a machine that makes the players late, matches end otherwise than they were staged.
    timely(joinDeadline / 2, () => {
      for (const match of matches) mustBeItself(bench, match, count);
    });
  },
});

function mustBeItself(bench: RefereeBench, match: MatchObservation, count: number): void {
  const { expect } = bench;
  const outcome = ended(match);
  const { matchId, playerA, playerB } = match;
  const players = [playerA.id, playerB.id].toSorted();
  for (const { message, playerId } of match.told()) {
    expect(
      message.match_id,
      `match_id of ${String(message.message_type)} to ${playerId}, which plays ${matchId}`,
    ).is(matchId);
  }
  const { choices } = outcome;
  expect(
    isObject(choices) ? Object.keys(choices).toSorted() : choices,
    `whose choices ${outcome.from} of ${matchId} names`,
  ).is(players);
  const both = saidOutcomes(bench, match, outcome);
  for (const said of both.filter((one, index) => index === 0 || one.choices !== undefined)) {
    for (const player of [playerA, playerB]) {
      expect(
        choiceOf(said, player) ?? null,
        `the choice of ${player.id} in ${said.from} of ${matchId}, while ${count} matches ran`,
      ).is(player.chosen.at(-1) ?? null);
    }
  }
  expect(outcome.winner, `the winner in ${outcome.from} of ${matchId}`).isOneOf([...players, null]);
}
