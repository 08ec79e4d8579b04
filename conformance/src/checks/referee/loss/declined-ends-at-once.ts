import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { declines, joins } from "../../../peers/behaviour.js";
import { lasted } from "../_course.js";
import { mustLose } from "../_loss.js";
import { joinDeadline, justInside, unjoinedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/loss/declined-ends-at-once",
  title: "ends a declined match at once, without waiting for the other player, and lets that one win",
  decides: ["REF-LOSS-04"],
  kills: ["referee:waits-after-a-decline", "referee:plays-on-after-a-decline"],
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    const thinks = justInside(joinDeadline);
    const match = await bench.league.runMatch({
      a: { join: declines() },
      b: { join: joins({ afterMs: thinks }) },
      patienceMs: unjoinedMatch,
    });
    mustLose(bench, match, "A", `A declined its invitation at once (B would have joined after ${thinks} ms)`);
    const times = lasted(match, "A", "GAME_INVITATION");
    if (times === undefined) return bench.notExercised("the match was not begun");
    bench.expect
      .time(times.end - times.first, "the time from the declined invitation to the end of the match")
      .isAtMost(joinDeadline / 2);
  },
});
