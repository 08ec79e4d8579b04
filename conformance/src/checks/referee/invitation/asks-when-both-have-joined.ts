import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { joins } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";
import { joinDeadline, notBefore } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/invitation/asks-when-both-have-joined",
  title: "asks nobody for a choice before both have joined",
  decides: ["REF-INV-04"],
  kills: ["referee:asks-before-both-have-joined"],
  slow: true,
  worstCaseMs: quickMatch() + joinDeadline,
  async run({ league, expect }) {
    const slowly = joinDeadline * 0.75;
    const match = await league.runMatch({ b: { join: joins({ afterMs: slowly }) } });
    ended(match);
    const [invitation] = match.to("B", "GAME_INVITATION");
    for (const { at_ms, playerId } of match.calls) {
      const waited = at_ms - (invitation?.at_ms ?? 0);
      expect
        .time(
          waited,
          `the time from the invitation of B, which joins after ${slowly} ms, to the choice call to ${playerId}`,
        )
        .isAtLeast(notBefore(slowly));
    }
  },
});
