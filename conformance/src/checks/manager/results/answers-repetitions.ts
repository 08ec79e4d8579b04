import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { contested } from "../_leagues.js";
import { A_ROUND_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/results/answers-repetitions",
  title: "acknowledges an identical second report again, and refuses a different one with E007",
  decides: ["LM-RES-03"],
  kills: ["manager:refuses-repetitions", "manager:last-report-wins", "manager:acknowledges-contradictions"],
  worstCaseMs: A_ROUND_MS + CONTEST_MS,
  async run(bench) {
    const [same, other] = await Promise.all([
      contested(bench, "repetition"),
      contested(bench, "contradiction"),
    ]);
    bench.look(same, ["MATCH_RESULT"], ({ contest: { attempts, assignment } }) => {
      const [answer] = attempts;
      bench.expect.that(answer?.outcome === "message", {
        diagnosis: `the same report of ${assignment.matchId} again was answered with ${answer?.describe() ?? "nothing"}; expected MATCH_RESULT_ACK again`,
        expected: "MATCH_RESULT_ACK",
        received: answer?.describe() ?? "nothing",
      });
    });
    bench.look(other, ["MATCH_RESULT"], ({ contest: { attempts, assignment } }) => {
      const [answer] = attempts;
      const code = answer?.outcome === "refusal" ? answer.refusal.league : undefined;
      bench.expect.that(code === "E007", {
        diagnosis: `a second report of ${assignment.matchId} with the contrary result was answered with ${answer?.describe() ?? "nothing"}; expected E007`,
        expected: "E007",
        received: answer?.describe() ?? "nothing",
      });
    });
  },
});
