import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { decisionIn, isAccepted, metaOf, mustHaveRoom, withWaitingManager } from "../_desk.js";
import { registrations } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/registration/second-try",
  title: "accepts an agent that it has rejected, when its registration is right at last",
  decides: ["LM-REG-01", "LM-REG-02"],
  kills: ["manager:remembers-whom-it-rejected"],
  worstCaseMs: 2 * registrations(4),
  async run(bench) {
    mustHaveRoom(bench);
    await withWaitingManager(bench, async ({ newcomer }) => {
      for (const role of ["player", "referee"] as const) {
        const seat = await newcomer(role);
        const first = await seat.register({ set: { [`${metaOf(role)}/game_types`]: ["tic_tac_toe"] } });
        if (isAccepted(first)) bench.notExercised(`a ${role} that plays another game was accepted`);
        const second = await seat.register();
        bench.expect.that(isAccepted(second), {
          diagnosis: `a ${role} that was refused for its game_types registered again with the right ones and was answered with ${decisionIn(second)}; expected status ACCEPTED`,
          expected: "status ACCEPTED",
          received: decisionIn(second),
          hint: "A name is taken when an agent has been accepted under it, not before.",
        });
      }
    });
  },
});
