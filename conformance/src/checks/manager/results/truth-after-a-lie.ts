import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { Falsehood } from "../_falsehoods.js";
import { JUDGED_MS, judgeContest } from "../_verdicts.js";

const SCORES: readonly Falsehood[] = ["300 points", "points for both", "a stranger's points"];

export default check<ManagerBench>({
  id: "manager/results/truth-after-a-lie",
  title: "takes a valid report of a match of which it has refused another one",
  decides: ["LM-RES-01"],
  kills: ["manager:closes-a-match-by-refusing"],
  worstCaseMs: JUDGED_MS,
  async run(bench) {
    for (const name of SCORES) {
      await judgeContest(bench, name, ["MATCH_RESULT"], ({ contest }) => {
        const [lie] = contest.attempts;
        const { acknowledgement, matchId } = contest.assignment;
        if (lie?.outcome !== "refusal" || contest.spoiltBy !== undefined)
          bench.notExercised(`the report of ${matchId} with ${name} was not refused`);
        bench.expect.that(acknowledgement?.outcome === "message" || acknowledgement?.outcome === "empty", {
          diagnosis: `a report of ${matchId} with ${name} was refused, and then the true one was answered with ${acknowledgement?.describe() ?? "nothing"}; expected a result`,
          expected: "MATCH_RESULT_ACK",
          received: acknowledgement?.describe() ?? "nothing",
        });
      });
    }
  },
});
