import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { methodOf } from "../../../contract.js";
import { never } from "../../../peers/behaviour.js";
import { exhaustedAfter, quickMatch } from "../../../time/mandates.js";
import { ended, outcomeOf, progressOf } from "../_outcome.js";
import { notBefore, reportDeadline } from "../_times.js";

const most = 1 + (methodOf("MATCH_RESULT_REPORT")?.retries ?? 0);
/** Long enough to see whether there is a report too many. */
const settleMs = exhaustedAfter("MATCH_RESULT_REPORT") + reportDeadline;

export default check<RefereeBench>({
  id: "referee/report/tries-again-when-silent",
  title: "sends a report again that is not acknowledged within 10 s, up to three times, and then lets it go",
  decides: ["REF-REP-04"],
  kills: ["referee:reports-only-once", "referee:reports-for-ever", "referee:impatient-for-the-manager"],
  patient: true,
  worstCaseMs: quickMatch() + settleMs + quickMatch(),
  async run({ league, expect, notExercised }) {
    const match = await league.runMatch({ reports: [never()], settleMs });
    ended(match);
    if (match.report === undefined) notExercised("no report came at all, which is for another check");
    const times = match.reports.map(({ at_ms }) => at_ms);
    const seen = times.map((at) => Math.round(at - (times[0] ?? at))).join(", ");
    expect.that(times.length >= 2 && times.length <= most, {
      diagnosis: `a report that the league manager never acknowledged was sent ${times.length} times (after ${seen} ms); expected 2 to ${most}`,
      expected: `2 to ${most} reports`,
      received: String(times.length),
    });
    for (const [index, at] of times.slice(1).entries()) {
      expect
        .time(
          at - (times[index] ?? at),
          `the time from report ${index + 1}, which was not acknowledged, to the next one`,
        )
        .isAtLeast(notBefore(reportDeadline));
      expect(match.reports[index + 1]?.message.result, `the result in report ${index + 2}`).is(
        match.report?.result,
      );
    }
    const next = await league.runMatch();
    expect.that(outcomeOf(next) !== undefined, {
      diagnosis: `after a report that was never acknowledged the next match was not played: ${progressOf(next)}`,
      expected: "GAME_OVER and a report",
      received: "neither",
    });
  },
});
