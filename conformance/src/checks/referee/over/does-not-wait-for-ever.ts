import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { never } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended, progressOf } from "../_outcome.js";
import { overDeadline } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/over/does-not-wait-for-ever",
  title: "reports within 10 s of GAME_OVER, although a player does not acknowledge it",
  decides: ["REF-OVER-04"],
  kills: ["referee:waits-for-each-acknowledgement"],
  patient: true,
  worstCaseMs: quickMatch() + 2 * overDeadline,
  async run({ league, expect }) {
    const match = await league.runMatch({
      a: { over: never() },
      patienceMs: quickMatch() + 2 * overDeadline,
    });
    ended(match);
    const [over, report] = [match.gameOvers[0], match.reports[0]];
    expect.that(report !== undefined, {
      diagnosis: `player A did not acknowledge GAME_OVER, and no report came: ${progressOf(match)}`,
      expected: "a report within 10 s of GAME_OVER",
      received: "nothing",
    });
    if (over === undefined || report === undefined) return;
    expect
      .time(report.at_ms - over.at_ms, "the time from GAME_OVER, which A did not acknowledge, to the report")
      .isAtMost(overDeadline * 1.1);
  },
});
