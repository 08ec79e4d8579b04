import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, declines } from "../../../peers/behaviour.js";
import type { MatchObservation } from "../../../peers/match-observation.js";
import { isAmbiguous } from "../../../profiles/waived.js";
import { quickMatch } from "../../../time/mandates.js";
import { choiceOf, outcomeOf, progressOf, saidOutcomes } from "../_outcome.js";
import { refusedMatch } from "../_times.js";

/**
 * The same two players three times, each time at other addresses: first one of them declines, then they have changed sides, then both
 * choose otherwise. Whatever a referee keeps under a player's id, or puts in the order of the ids, is wrong by then.
 */
export default check<RefereeBench>({
  id: "referee/parallel/meets-them-again",
  title:
    "plays each match by its own assignment, also when it has seen its players before, on other sides and elsewhere",
  decides: ["REF-INV-02", "REF-INV-03", "REF-DRAW-06", "REF-PAR-01", "REF-LOSS-07"],
  kills: [
    "referee:sides-in-order-of-ids",
    "referee:choices-in-order-of-ids",
    "referee:remembers-addresses",
    "referee:remembers-choices",
    "referee:one-conversation-for-a-pair",
    "referee:bans-who-has-declined",
  ],
  worstCaseMs: refusedMatch + 2 * quickMatch(),
  async run(bench) {
    const { league, notExercised } = bench;
    const first = await league.runMatch({ a: { join: declines() }, patienceMs: refusedMatch });
    if (first.invitations.length === 0) notExercised(`${first.matchId} was not begun: ${progressOf(first)}`);
    const ids = { playerA: first.playerB.id, playerB: first.playerA.id };
    const seen = [first];
    for (const [a, b] of [
      ["odd", "even"],
      ["even", "odd"],
    ] as const) {
      const match = await league.runMatch({ ids, a: { choice: chooses(a) }, b: { choice: chooses(b) } });
      mustBeAsAssigned(bench, match, seen);
      seen.push(match);
    }
  },
});

function mustBeAsAssigned(
  bench: RefereeBench,
  match: MatchObservation,
  before: readonly MatchObservation[],
): void {
  const { expect, dialect, profile } = bench;
  const { matchId, playerA, playerB } = match;
  const known = before
    .map((one, index) =>
      index === 0 ? `${one.matchId} (which ${one.playerA.id} had declined)` : one.matchId,
    )
    .join(" and ");
  const again = `${playerA.id} and ${playerB.id} met again after ${known}, on the sides and at the addresses of the new assignment`;
  for (const { side, playerId, message } of match.invitations) {
    if (dialect === "flat" || isAmbiguous(profile, "GAME_INVITATION", "/role_in_match")) break;
    expect(message.role_in_match, `role_in_match of ${playerId}, who is player ${side} of ${matchId},`).is(
      `PLAYER_${side}`,
    );
  }
  for (const { matchId: other, invitations } of before) {
    const [now, then] = [match.invitations[0], invitations[0]].map((one) => one?.message.conversation_id);
    expect.that(now === undefined || now !== then, {
      diagnosis: `${matchId} uses the conversation_id ${JSON.stringify(now)} of ${other}, a match of the same players that is over`,
      expected: "a conversation_id of its own for each match",
      received: JSON.stringify(now) ?? "nothing",
    });
  }
  const outcome = outcomeOf(match);
  expect.that(outcome !== undefined && match.calls.length >= 2, {
    diagnosis: `${matchId}, in which ${again}, was not played: ${progressOf(match)}`,
    expected: "a match like any other",
    received: progressOf(match),
  });
  if (outcome === undefined) return;
  const said = saidOutcomes(bench, match, outcome).filter(
    ({ choices }, index) => index === 0 || choices !== undefined,
  );
  for (const { from, ...one } of said) {
    for (const player of [playerA, playerB]) {
      const what = `the choice of ${player.id} in ${from} of ${matchId}, in which ${again},`;
      expect(choiceOf({ from, ...one }, player), what).is(player.chosen.at(-1));
    }
  }
}
