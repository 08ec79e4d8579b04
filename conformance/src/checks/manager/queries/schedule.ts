import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { isObject, valueAt } from "../../../json/pointer.js";
import { mustBeAnswered } from "../_answers.js";
import { questioned } from "../_leagues.js";
import { dataOf, QUESTIONS_MS } from "../_questions.js";
import { finished, matchesIn, pairOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/queries/schedule",
  title: "answers GET_SCHEDULE with the matches of all rounds",
  decides: ["LM-QRY-02"],
  kills: ["manager:knows-standings-only", "manager:schedule-of-one-round"],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY", "ROUND_ANNOUNCEMENT"], ({ questions, seen }) => {
      const { schedule } = questions;
      mustBeAnswered(bench, schedule, "GET_SCHEDULE");
      const list = dataOf(schedule, "schedule");
      const rounds = Array.isArray(list) ? list : valueAt(list, "/rounds");
      const matches = Array.isArray(rounds) ? rounds.filter(isObject).flatMap(matchesIn) : [];
      const told = matches.map(
        (one) => `${String(one.match_id)}: ${pairOf(one.player_A_id, one.player_B_id)}`,
      );
      const played = finished(bench, { seen }).assignments.map(
        (one) => `${one.matchId}: ${pairOf(one.playerA, one.playerB)}`,
      );
      bench
        .expect(told.toSorted(), "the matches in the answer to GET_SCHEDULE")
        .is([...new Set(played)].toSorted());
    });
  },
});
