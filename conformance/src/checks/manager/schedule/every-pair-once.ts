import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { LeagueObservation } from "../../../peers/league-observation.js";
import { judgeAllSizes } from "../_leagues.js";
import { finished, pairOf, playersOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/schedule/every-pair-once",
  title: "lets each pair of two to seven players play exactly one match",
  decides: ["LM-SCHED-01"],
  kills: ["manager:skips-a-pair", "manager:odd-one-never-plays"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    await judgeAllSizes(bench, ["RUN_MATCH", "ROUND_ANNOUNCEMENT"], (played) => {
      const seen = finished(bench, played);
      const wrong = wrongPairs(seen);
      bench.expect.that(wrong.length === 0, {
        diagnosis: `in a league of ${playersOf(seen).length} players ${wrong.join("; ")}`,
        expected: "each pair plays one match",
        received: wrong.join("; "),
      });
    });
  },
});

/** "P01 and P03 never play", "P01 and P02 play 2 matches (R1M1, R2M1)" */
function wrongPairs(seen: LeagueObservation): string[] {
  const matches = new Map(seen.assignments.map((one) => [one.matchId, pairOf(one.playerA, one.playerB)]));
  const ids = playersOf(seen).map(({ id }) => id);
  const due = ids.flatMap((a, index) => ids.slice(index + 1).map((b) => pairOf(a, b)));
  return [...new Set([...due, ...matches.values()])].flatMap((pair) => {
    const played = [...matches].filter(([, one]) => one === pair).map(([id]) => id);
    if (!due.includes(pair))
      return [`${pair} play a match (${played.join(", ")}) that is none of the league's`];
    if (played.length === 0) return [`${pair} never play`];
    return played.length === 1 ? [] : [`${pair} play ${played.length} matches (${played.join(", ")})`];
  });
}
