import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { valueAt } from "../../../json/pointer.js";
import { mustBeAnswered } from "../_answers.js";
import { questioned } from "../_leagues.js";
import { dataOf, QUESTIONS_MS } from "../_questions.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/queries/next-match",
  title: "answers GET_NEXT_MATCH with the player's match that is not played yet, and with none at the end",
  decides: ["LM-QRY-02"],
  kills: ["manager:knows-standings-only", "manager:always-the-first-match"],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY", "RUN_MATCH"], ({ questions }) => {
      const { nextMatch, match, asking, atTheEnd } = questions;
      mustBeAnswered(bench, nextMatch, "GET_NEXT_MATCH");
      const next = dataOf(nextMatch, "next_match");
      const what = (member: string) =>
        `${member} of the next match of ${asking.id}, whose ${match.matchId} was not reported yet`;
      bench.expect(valueAt(next, "/match_id"), what("match_id")).is(match.matchId);
      bench.expect(valueAt(next, "/opponent_id"), what("opponent_id")).is(match.playerB);
      if (atTheEnd === undefined || atTheEnd.nextMatch.outcome === "failure") return;
      mustBeAnswered(bench, atTheEnd.nextMatch, "GET_NEXT_MATCH at the end of the league");
      bench
        .expect(dataOf(atTheEnd.nextMatch, "next_match"), "the next match when the league has ended")
        .isAbsent();
    });
  },
});
