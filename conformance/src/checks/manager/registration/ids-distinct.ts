import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { mustHaveRoom, withWaitingManager } from "../_desk.js";
import { registrations } from "../_times.js";

const OF_EACH_ROLE = 5;

export default check<ManagerBench>({
  id: "manager/registration/ids-distinct",
  title: "gives every agent an id of its own, also when registrations race",
  decides: ["LM-REG-03"],
  kills: ["manager:same-id-for-all", "manager:same-id-in-a-race"],
  worstCaseMs: 2 * registrations(2),
  async run(bench) {
    mustHaveRoom(bench);
    await withWaitingManager(bench, async ({ newcomer }) => {
      const roles = Array.from({ length: OF_EACH_ROLE }, () => ["player", "referee"] as const).flat();
      const seats = await Promise.all(roles.map(newcomer));
      await Promise.all(seats.map((seat) => seat.register()));
      const accepted = seats.filter((seat) => seat.accepted);
      if (accepted.length < 2)
        bench.notExercised("of ten registrations at the same time, none or one was accepted");
      const ids = accepted.map(({ id }) => id);
      bench.expect.that(new Set(ids).size === ids.length, {
        diagnosis: `agents that registered at the same time got the ids ${ids.join(", ")}; two of them are the same`,
        expected: "a different id for each agent",
        received: ids.join(", "),
      });
    });
  },
});
