import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { mustBeAnswered, sentTally } from "../_answers.js";
import { questioned } from "../_leagues.js";
import { dataOf, isRefused, QUESTIONS_MS } from "../_questions.js";
import { dueTo, inWords, mustBeCertain, tallyIn } from "../_table.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/queries/stats-of-another",
  title: "answers GET_PLAYER_STATS about the player that query_params name",
  decides: ["LM-QRY-02"],
  kills: ["manager:looks-at-no-parameters"],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY", "MATCH_RESULT_REPORT"], ({ questions, seen }) => {
      const { stats, statsOfOther, asking, other, counted } = questions;
      // Whether it knows the query at all is for queries/player-stats to say.
      if (stats.outcome !== "message" || isRefused(stats))
        bench.notExercised("a player's question for its own stats was not answered either");
      mustBeAnswered(bench, statsOfOther, `GET_PLAYER_STATS of ${asking.id} about ${other.id}`);
      mustBeCertain(bench, counted);
      const row = dataOf(statsOfOther, "stats");
      const what = `the stats that ${asking.id} was told when it asked about ${other.id}`;
      bench.expect(isObject(row) ? row.player_id : undefined, `player_id in ${what}`).is(other.id);
      const tally = isObject(row) ? tallyIn(row) : undefined;
      const id = other.id ?? "";
      const due = inWords(dueTo(id, counted));
      bench
        .expect(tally === undefined ? "nothing" : inWords(tally), what)
        .isOneOf([due, sentTally(seen, id, statsOfOther.raw.timing.sent_ms) ?? due]);
    });
  },
});
