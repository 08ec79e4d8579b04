import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { plainLeague } from "../_leagues.js";
import { begun, matchesIn } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

const MEMBERS = ["match_id", "player_A_id", "player_B_id", "referee_endpoint"];

export default check<ManagerBench>({
  id: "manager/rounds/announcement-complete",
  title: "names the match, both players and the referee's endpoint for each match of an announcement",
  decides: ["LM-ROUND-02"],
  kills: [
    "manager:announces-no-endpoint",
    "manager:announces-its-own-endpoint",
    "manager:announces-half-a-match",
  ],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["ROUND_ANNOUNCEMENT"], (played) => {
      const { announcements, referees } = begun(bench, played);
      const endpoints = referees.map(({ post }) => post.url);
      for (const { message } of announcements) {
        const round = `the announcement of round ${String(message.round_id)}`;
        bench.expect(message.matches, `the matches in ${round}`).isPresent();
        for (const match of matchesIn(message)) {
          for (const member of MEMBERS)
            bench.expect(match[member], `${member} of a match in ${round}`).isText();
          bench
            .expect(match.referee_endpoint, `the referee_endpoint of a match in ${round}`)
            .isOneOf(endpoints);
        }
      }
    });
  },
});
