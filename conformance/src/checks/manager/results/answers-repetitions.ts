import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeContest } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/answers-repetitions",
  title: "acknowledges an identical second report again, and refuses a different one with E007",
  decides: ["LM-RES-03"],
  kills: ["manager:refuses-repetitions", "manager:last-report-wins", "manager:acknowledges-contradictions"],
  worstCaseMs: JUDGED_MS,
  async run(bench) {
    await judgeContest(bench, "repetition", ["MATCH_RESULT"], ({ contest: { attempts, assignment } }) => {
      const [answer] = attempts;
      bench.expect.that(answer?.outcome === "message", {
        diagnosis: `the same report of ${assignment.matchId} again was answered with ${answer?.describe() ?? "nothing"}; expected MATCH_RESULT_ACK again`,
        expected: "MATCH_RESULT_ACK",
        received: answer?.describe() ?? "nothing",
      });
    });
    await judgeContest(bench, "contradiction", ["MATCH_RESULT"], ({ contest: { attempts, assignment } }) => {
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
