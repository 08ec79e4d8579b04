import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { acknowledges } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";
import { joinDeadline, notBefore } from "../_times.js";

/** A live player hears the result before the standings change. */
export default check<RefereeBench>({
  id: "referee/over/before-the-report",
  title: "reports when the players that have answered in the match have acknowledged GAME_OVER",
  decides: ["REF-OVER-05"],
  kills: ["referee:reports-first"],
  slow: true,
  worstCaseMs: 2 * quickMatch(),
  async run({ league, expect, notExercised }) {
    const afterMs = joinDeadline / 2;
    const slow = { over: acknowledges({ afterMs }) };
    const match = await league.runMatch({ a: slow, b: slow });
    ended(match);
    const [over, report] = [match.gameOvers[0], match.reports[0]];
    if (over === undefined || report === undefined) return notExercised("GAME_OVER or the report is missing");
    expect.that(report.at_ms >= over.at_ms, {
      diagnosis: `the report came ${over.at_ms - report.at_ms} ms before GAME_OVER`,
      expected: "GAME_OVER first",
      received: "the report first",
    });
    const what = `the time from GAME_OVER, acknowledged after ${afterMs} ms, to the report`;
    expect.time(report.at_ms - over.at_ms, what).isAtLeast(notBefore(afterMs));
  },
});
