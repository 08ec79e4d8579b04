import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, never, type Step } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { REBIRTH_MS, rebirth } from "../../_restart.js";

export default check<RefereeBench>({
  id: "referee/restart/settles-open-matches",
  title: "plays or reports a match that was under way when it was killed, when it is given it again",
  decides: ["REF-KEEP-03"],
  kills: ["referee:leaves-open-matches"],
  needs: { command: true, last: true },
  worstCaseMs: REBIRTH_MS + 3 * quickMatch(),
  async run(bench) {
    const { referee, league, restart } = bench;
    const again = rebirth(bench, referee, league.manager);
    let reborn = false;
    const choice: Step = (...asked) => (reborn ? chooses("even") : never())(...asked);
    const match = await league.stage({ a: { choice }, b: { choice } });
    try {
      const taken = await match.order();
      if (taken.outcome !== "message") bench.notExercised(`RUN_MATCH was answered with ${taken.describe()}`);
      const asked = await match.until(({ calls }) => calls[0], quickMatch());
      if (asked === undefined) bench.notExercised("the referee asked for no choice");
      await restart();
      reborn = true;
      await again.settled();
      const order = await match.order();
      const report = await match.until(({ reports }) => reports[0], quickMatch());
      bench.expect.that(report !== undefined, {
        diagnosis: `killed while it waited for the choices of ${match.ids.matchId} and started again, the referee was given the match again (${order.describe()}) and did not report it`,
        expected: "MATCH_RESULT_REPORT",
        received: "nothing",
      });
    } finally {
      match.close();
    }
  },
});
