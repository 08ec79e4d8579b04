import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { longestMatch } from "../../../time/mandates.js";
import { failingLeague, UNREPORTED_MS } from "../_failing.js";

export default check<ManagerBench>({
  id: "manager/matches/unreported",
  title:
    "gives a match that is not reported in the longest time that it can take to another referee, and not before",
  decides: ["LM-MATCH-04"],
  kills: ["manager:impatient-with-matches", "manager:waits-for-reports-for-ever"],
  worstCaseMs: UNREPORTED_MS,
  async run(bench) {
    if (bench.real)
      bench.notExercised(
        `the longest match takes ${Math.round(longestMatch() / 1_000)} s, which is waited for on simulated time only`,
      );
    const league = await failingLeague(bench, ["never reports"]);
    bench.look(league, ["RUN_MATCH", "MATCH_RESULT"], ({ matches, seen }) => {
      const failed = matches.get("never reports")?.failed;
      const [first] = seen.assignments;
      if (first === undefined) bench.notExercised("the league manager gave no match to a referee");
      const second = seen.assignments.find(({ referee }) => referee !== failed);
      bench.expect.that(second !== undefined, {
        diagnosis: "a match that its referee took and never reported was not given to the other referee",
        expected: "RUN_MATCH for the other referee",
        received: "nothing",
      });
      const waited = (second?.received.at_ms ?? 0) - (first?.received.at_ms ?? 0);
      bench.expect.time(waited, "the wait for the report of a match").isAtLeast(longestMatch());
    });
  },
});
