import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectRejected, metaOf, openDesk } from "../_desk.js";
import { registrations } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/registration/duplicate-name",
  title: 'rejects a display_name that is taken, with the reason "Duplicate name"',
  decides: ["LM-REG-06"],
  kills: ["manager:takes-duplicate-names", "manager:other-reasons"],
  needs: { first: true },
  worstCaseMs: registrations(4),
  async run(bench) {
    const desk = await openDesk(bench);
    for (const { role, displayName } of [desk.player, desk.referee]) {
      const answer = await desk.apply(role, { set: { [`${metaOf(role)}/display_name`]: displayName } });
      expectRejected(bench, answer, `a second ${role} with the display_name of the first`, "Duplicate name");
    }
  },
});
