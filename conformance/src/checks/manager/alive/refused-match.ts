import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { exhaustedAfter } from "../../../time/mandates.js";
import { mustEndWell } from "../_leagues.js";
import { A_LEAGUE_MS } from "../_times.js";

const PLAYERS = 3;

export default check<ManagerBench>({
  id: "manager/alive/refused-match",
  title: "gives the other matches to a referee that takes one at a time and has refused one",
  decides: ["LM-LIVE-02"],
  kills: ["manager:counts-a-refused-match-as-open"],
  worstCaseMs: A_LEAGUE_MS + exhaustedAfter("RUN_MATCH"),
  async run(bench) {
    await mustEndWell(bench);
    let refused: unknown;
    const { league } = await bench.league({
      players: PLAYERS,
      referees: 1,
      refereeSeats: [
        {
          maxConcurrentMatches: 1,
          react: ({ type, message }) => {
            if (type !== "RUN_MATCH") return undefined;
            refused ??= message.match_id;
            if (message.match_id !== refused) return undefined;
            return { error: { code: -32_603, message: "Internal error" } };
          },
        },
      ],
    });
    const seen = await league.play();
    if (refused === undefined) bench.notExercised("the league manager sent no RUN_MATCH");
    const others = seen.matchIds.filter((matchId) => matchId !== refused);
    bench.expect.that(seen.completed, {
      diagnosis: `the only referee (max_concurrent_matches 1) refused ${String(refused)}; after that it was given ${others.join(", ") || "no other match"}, and the league never came to its end`,
      expected: "the other matches, and LEAGUE_COMPLETED",
      received: others.join(", ") || "nothing",
      hint: "A referee that has refused a match is free again.",
    });
  },
});
