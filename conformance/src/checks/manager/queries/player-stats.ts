import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { mustBeAnswered, sentTally } from "../_answers.js";
import { questioned } from "../_leagues.js";
import { dataOf, QUESTIONS_MS } from "../_questions.js";
import { dueTo, inWords, mustBeCertain, tallyIn } from "../_table.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/queries/player-stats",
  title: "answers GET_PLAYER_STATS with what the player who asks has achieved so far",
  decides: ["LM-QRY-02"],
  kills: ["manager:knows-standings-only", "manager:stats-of-the-leader"],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY", "MATCH_RESULT_REPORT"], ({ questions, seen }) => {
      const { stats, asking, counted } = questions;
      mustBeAnswered(bench, stats, "GET_PLAYER_STATS");
      mustBeCertain(bench, counted);
      const row = dataOf(stats, "stats");
      const tally = isObject(row) ? tallyIn(row) : undefined;
      const told = tally === undefined ? "nothing" : inWords(tally);
      const id = asking.id ?? "";
      const due = inWords(dueTo(id, counted));
      bench
        .expect(told, `the stats of ${id}`)
        .isOneOf([due, sentTally(seen, id, stats.raw.timing.sent_ms) ?? due]);
      bench.expect(isObject(row) ? row.player_id : undefined, "whose stats they are").is(asking.id);
    });
  },
});
