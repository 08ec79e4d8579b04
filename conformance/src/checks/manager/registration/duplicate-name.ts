import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectRejected, metaOf, withRegisteredAgents } from "../_desk.js";
import { registrations } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/registration/duplicate-name",
  title: 'rejects a display_name that is taken, with the reason "Duplicate name"',
  decides: ["LM-REG-06"],
  kills: ["manager:takes-duplicate-names", "manager:other-reasons", "manager:remembers-one-name"],
  needs: { first: true },
  worstCaseMs: 2 * registrations(6),
  run: (bench) =>
    withRegisteredAgents(bench, async ({ player, referee, apply }) => {
      for (const { role, displayName } of [player, referee]) {
        // With another agent in between, so that it is not enough to remember the last name.
        if (bench.canStart) await apply(role, {});
        const answer = await apply(role, { set: { [`${metaOf(role)}/display_name`]: displayName } });
        expectRejected(
          bench,
          answer,
          `a second ${role} with the display_name of the first`,
          "Duplicate name",
        );
      }
    }),
});
