import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeAllSizes } from "../_leagues.js";
import { finished, playersOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

const OF_REFEREES = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"];

export default check<ManagerBench>({
  id: "manager/matches/left-to-referees",
  title: "sends players no invitations, choice calls or results of matches",
  decides: ["LM-MATCH-05"],
  kills: ["manager:invites-players", "manager:tells-results-itself"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    await judgeAllSizes(bench, OF_REFEREES, (played) => {
      const seen = finished(bench, played);
      const [wrong] = seen
        .sent()
        .filter(({ type, to }) => to.role === "player" && OF_REFEREES.includes(type ?? ""));
      bench.expect.that(wrong === undefined, {
        diagnosis: `the league manager sent ${wrong?.type} to ${wrong?.to.id}; that is for the referee of the match to do`,
        expected: "announcements, standings and completions only",
        received: String(wrong?.type),
      });
      if (playersOf(seen).length === 0) bench.notExercised("nobody played");
    });
  },
});
