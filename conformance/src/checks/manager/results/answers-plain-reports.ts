import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { Answer } from "../../../peers/answer.js";
import { A_ROUND_MS } from "../_times.js";

/** What IS 2.2.6 and RA 5.6 do not have in a result. */
const ADDITIONS = ["/result/status", "/result/details/number_parity", "/result/details/reason"];

export default check<ManagerBench>({
  id: "manager/results/answers-plain-reports",
  title: "answers a report with nothing in its result but winner, score and details, as IS and RA have it",
  decides: ["LM-RES-01"],
  kills: ["manager:wants-a-status"],
  worstCaseMs: A_ROUND_MS,
  async run(bench) {
    if (bench.profile.name === "flat") bench.notApplicable("the flat report has no result");
    let answer: Answer | undefined;
    let matchId = "";
    const { league } = await bench.league({
      players: 2,
      referees: 1,
      refereeSeats: [
        {
          script: async (assignment) => {
            matchId = assignment.matchId;
            answer = await assignment.reportOutcome("A", { remove: ADDITIONS });
            // Whoever wanted more gets it, so that its league ends.
            if (answer.outcome !== "message") await assignment.reportOutcome("A");
          },
        },
      ],
    });
    await league.play();
    if (answer === undefined) return bench.notExercised("the league manager gave out no match");
    bench.expect.that(answer.outcome !== "refusal" && answer.outcome !== "failure", {
      diagnosis: `the report of ${matchId} with winner, score and details, but without status and number_parity, was answered with ${answer.describe()}; expected a result`,
      expected: "MATCH_RESULT_ACK",
      received: answer.describe(),
      hint: "A status follows from the winner and the score, the parity from the number.",
    });
  },
});
