import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { plainLeague } from "../_leagues.js";
import { begun, matchesIn, strangerIn } from "../_rounds.js";
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
    "manager:announces-byes",
    "manager:announces-the-first-referee",
  ],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["ROUND_ANNOUNCEMENT"], (played) => {
      const seen = begun(bench, played);
      const { announcements, assignments, referees } = seen;
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
          const stranger = strangerIn(match, seen);
          bench.expect.that(stranger === undefined, {
            diagnosis: `${String(match.match_id)} in ${round} names the player "${stranger ?? ""}", and nobody is registered by that id`,
            expected: "two players of the league",
            received: `${String(match.player_A_id)} and ${String(match.player_B_id)}`,
            hint: "Whoever sits a round out has no match in it.",
          });
          const given = assignments.find(({ matchId }) => matchId === match.match_id)?.referee;
          bench.expect.that(given === undefined || given.post.url === match.referee_endpoint, {
            diagnosis: `the referee_endpoint of ${String(match.match_id)} in ${round} is ${String(match.referee_endpoint)}, and the match was given to ${given?.id} at ${given?.post.url}`,
            expected: given?.post.url ?? "",
            received: String(match.referee_endpoint),
          });
        }
      }
    });
  },
});
