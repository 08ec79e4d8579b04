import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { LEAGUES_OF_THREE_MS, threeWith } from "../_league-of-three.js";
import { mustEndWell } from "../_leagues.js";

export default check<ManagerBench>({
  id: "manager/alive/refused-match",
  title: "gives the other matches to a referee that takes one at a time and has refused one",
  decides: ["LM-LIVE-02"],
  kills: ["manager:counts-a-refused-match-as-open"],
  worstCaseMs: LEAGUES_OF_THREE_MS,
  async run(bench) {
    await mustEndWell(bench);
    await bench.sharedThenAlone(async (alone) => {
      const league = await threeWith(bench, { sleeper: !alone, refusal: true });
      bench.look(league, ["RUN_MATCH", "LEAGUE_COMPLETED"], ({ seen, refused, isOver }) => {
        if (refused === undefined) bench.notExercised("the league manager sent no RUN_MATCH");
        const others = seen.matchIds.filter((matchId) => matchId !== refused);
        bench.expect.that(isOver, {
          diagnosis: `the only referee (max_concurrent_matches 1) refused ${String(refused)}; after that it was given ${others.join(", ") || "no other match"}, and the league never came to its end`,
          expected: "the other matches, and LEAGUE_COMPLETED",
          received: others.join(", ") || "nothing",
          hint: "A referee that has refused a match is free again.",
        });
      });
    });
  },
});
