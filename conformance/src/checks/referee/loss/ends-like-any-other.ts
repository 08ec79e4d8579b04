import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { declines, httpStatus } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustEnd } from "../_loss.js";
import { outcomeOf, progressOf } from "../_outcome.js";
import { inTurn, refusedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/loss/ends-like-any-other",
  title: "ends a failed match with GAME_OVER to both players and a report, and is ready for its next match",
  decides: ["REF-LOSS-07"],
  kills: [
    "referee:silent-after-a-failure",
    "referee:no-game-over-after-a-failure",
    "referee:no-report-after-a-failure",
    "referee:tells-only-the-winner",
    "referee:dead-after-a-failure",
  ],
  patient: true,
  worstCaseMs: inTurn(4, refusedMatch),
  async run({ league, expect }) {
    const cases = [
      { what: "A declined its invitation", a: { join: declines() } },
      { what: "A answered each invitation with HTTP 500", a: { join: httpStatus(500) } },
      { what: "A answered each choice call with HTTP 500", a: { choice: httpStatus(500) } },
    ];
    let failures = 0;
    await playCases(
      league,
      cases.map((one) => ({ ...one, patienceMs: refusedMatch })),
      (match, { what }) => {
        expect.that(failures === 0 || match.invitations.length > 0, {
          diagnosis: `after ${failures} failed matches the next one was not begun: ${progressOf(match)}`,
          expected: "GAME_INVITATION",
          received: "nothing",
        });
        mustEnd(match, what);
        failures += 1;
        for (const { side, id } of [
          { side: "A", id: match.playerA.id },
          { side: "B", id: match.playerB.id },
        ] as const) {
          expect(
            match.to(side, "GAME_OVER").length,
            `how often ${id} (player ${side}) was told GAME_OVER, when ${what}`,
          ).is(1);
        }
        expect(match.reports.length, `how many reports came, when ${what}`).is(1);
      },
    );
    const next = await league.runMatch();
    const outcome = outcomeOf(next);
    expect.that(outcome !== undefined, {
      diagnosis: `after ${cases.length} failed matches the next one was not played: ${progressOf(next)}`,
      expected: "GAME_OVER and a report",
      received: "neither",
    });
  },
});
