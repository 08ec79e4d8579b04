import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectNotAccepted } from "../_desk.js";
import { DISTURBED_MS, judgeDisturbance } from "../_disturbed.js";

export default check<ManagerBench>({
  id: "manager/registration/closed-after-start",
  title: "accepts no agent after the league has started",
  decides: ["LM-REG-09"],
  kills: ["manager:takes-latecomers", "manager:opens-again-at-the-end"],
  worstCaseMs: DISTURBED_MS,
  run: (bench) =>
    judgeDisturbance(
      bench,
      "registrations after the start",
      ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
      ({ latecomers }) => {
        if (latecomers.length === 0) bench.notExercised("the league manager did not begin its league");
        for (const { seat, when } of latecomers) {
          const [answer] = seat.registrations;
          // A league manager may have ended with its league.
          const hasEnded = when === "when the league had ended" && answer?.outcome === "failure";
          if (answer !== undefined && !hasEnded)
            expectNotAccepted(bench, answer, `a ${seat.role} that came ${when}`);
        }
      },
    ),
});
