import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeContest, mustTakeOrdinaryReports } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/answers-plain-reports",
  title: "answers a report with nothing in its result but winner, score and details, as IS and RA have it",
  decides: ["LM-RES-01"],
  kills: ["manager:wants-a-status"],
  worstCaseMs: JUDGED_MS,
  async run(bench) {
    if (bench.profile.name === "flat") bench.notApplicable("the flat report has no result");
    await judgeContest(bench, "winner, score and details only", ["MATCH_RESULT"], (league) => {
      const { contest } = league;
      if (contest.attempts[0]?.outcome !== "empty") mustTakeOrdinaryReports(bench, league);
      const [answer] = contest.attempts;
      bench.expect.that(answer?.outcome === "message" || answer?.outcome === "empty", {
        diagnosis: `the report of ${contest.assignment.matchId} with winner, score and details, but without status and number_parity, was answered with ${answer?.describe() ?? "nothing"}; expected a result`,
        expected: "MATCH_RESULT_ACK",
        received: answer?.describe() ?? "nothing",
        hint: "A status follows from the winner and the score, the parity from the number.",
      });
    });
  },
});
