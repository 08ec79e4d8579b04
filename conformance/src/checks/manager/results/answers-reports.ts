import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { isObject } from "../../../json/pointer.js";
import type { Answer } from "../../../peers/answer.js";
import { plainLeague } from "../_leagues.js";
import { begun } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/results/answers-reports",
  title: "answers a valid report by the referee of the match with a result, within 10 s",
  decides: ["LM-RES-01"],
  kills: ["manager:slow-to-record", "manager:refuses-draws"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["MATCH_RESULT"], (played) => {
      const reported = begun(bench, played).assignments.filter(({ truth }) => truth !== undefined);
      if (reported.length === 0) bench.notExercised("no match was reported");
      if (reported.some(({ referee }) => referee.token === undefined))
        bench.notExercised("the referees got no token to report with");
      for (const { matchId, truth, acknowledgement } of reported) {
        const what = `the report of ${matchId} (${truth === "draw" ? "a draw" : `${truth} has won`})`;
        bench.expect.that(acknowledgement !== undefined && isResult(acknowledgement), {
          diagnosis: `${what} was answered with ${acknowledgement?.describe() ?? "nothing"}; expected a result`,
          expected: "MATCH_RESULT_ACK",
          received: acknowledgement?.describe() ?? "nothing",
        });
        bench.expect
          .time(acknowledgement?.ms ?? 0, `the answer to ${what}`)
          .isAtMost(deadlineOf("MATCH_RESULT_REPORT"));
      }
    });
  },
});

/** JSON-RPC lets a result be any value. */
function isResult(answer: Answer): boolean {
  if (answer.outcome === "message") return true;
  return answer.outcome === "empty" && isObject(answer.json) && Object.hasOwn(answer.json, "result");
}
