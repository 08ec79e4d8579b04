import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { valueAt } from "../../../json/pointer.js";
import { records, wire } from "../../../peers/behaviour.js";
import { aWhile, quickMatch } from "../../../time/mandates.js";
import { REBIRTH_MS, rebirth } from "../../_restart.js";

/** Killed when both players know the result and the league manager has not acknowledged it. */
export default check<RefereeBench>({
  id: "referee/restart/reports-again",
  title:
    "reports what it had decided, and plays it no second time, when it is killed before that is acknowledged",
  decides: ["REF-KEEP-02"],
  kills: ["referee:forgets-its-results"],
  needs: { command: true, last: true },
  worstCaseMs: REBIRTH_MS + 3 * quickMatch(),
  async run(bench) {
    const { expect, referee, league, restart } = bench;
    const again = rebirth(bench, referee, league.manager);
    const match = await league.stage({ reports: [wire({ kind: "never" }), records()] });
    try {
      void match.assign(quickMatch());
      const first = await match.until(({ reports }) => reports[0], quickMatch());
      if (first === undefined) return bench.notExercised("the referee reported no match");
      const invited = match.observe().invitations.length;
      await restart();
      await again.settled();
      const sent = () => match.until(({ reports }) => reports[1], aWhile());
      // It may report by itself, or wait to be asked.
      if ((await sent()) === undefined) await match.order();
      const second = await match.until(({ reports }) => reports[1], quickMatch());
      const { invitations } = match.observe();
      expect.that(invitations.length === invited, {
        diagnosis: `killed after its report of ${match.ids.matchId} and started again, the referee invited the players once more`,
        expected: "no invitation to a match that is over",
        received: `${invitations.length - invited} invitations`,
      });
      expect.that(second !== undefined, {
        diagnosis: `killed after its report of ${match.ids.matchId}, which was not acknowledged, and started again, the referee did not report it`,
        expected: "MATCH_RESULT_REPORT",
        received: "nothing",
      });
      for (const pointer of ["/result/winner", "/result/details/drawn_number"]) {
        expect(valueAt(second?.message, pointer), `${pointer} of the report after it was started again`).is(
          valueAt(first.message, pointer) ?? null,
        );
      }
    } finally {
      match.close();
    }
  },
});
