import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { joins } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";
import { joinDeadline } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/invitation/invites-both-at-once",
  title: "invites both players at the same time",
  decides: ["REF-INV-01"],
  kills: ["referee:invites-one-after-the-other"],
  slow: true,
  worstCaseMs: quickMatch() + 2 * joinDeadline,
  async run({ league, expect, notExercised }) {
    // Both think for a while: who invites one after the other cannot have invited the second before the first has answered.
    const thinks = joinDeadline / 2;
    const match = await league.runMatch({
      a: { join: joins({ afterMs: thinks }) },
      b: { join: joins({ afterMs: thinks }) },
    });
    ended(match);
    const [a, b] = [match.to("A", "GAME_INVITATION")[0], match.to("B", "GAME_INVITATION")[0]];
    if (a === undefined || b === undefined) return notExercised("not both players were invited");
    expect.time(Math.abs(a.at_ms - b.at_ms), "the time between the two invitations").isAtMost(thinks / 2);
  },
});
