import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectNotAccepted, metaOf, withRegisteredAgents } from "../_desk.js";
import { registrations } from "../_times.js";

/** What IS, RA and RS all name; a referee that does not say how many matches it takes at once takes one (IS 3.4). */
const MEMBERS = ["display_name", "version", "game_types", "contact_endpoint"] as const;

export default check<ManagerBench>({
  id: "manager/registration/incomplete-meta",
  title: "accepts no registration whose meta data is incomplete",
  decides: ["LM-REG-09"],
  kills: ["manager:takes-incomplete-meta"],
  needs: { first: true },
  worstCaseMs: 2 * registrations(4),
  run: (bench) =>
    withRegisteredAgents(bench, async ({ apply }) => {
      for (const role of ["player", "referee"] as const) {
        const incomplete = MEMBERS.map((member) => apply(role, { remove: [`${metaOf(role)}/${member}`] }));
        const answers = await Promise.all(incomplete);
        answers.forEach((answer, index) => {
          expectNotAccepted(bench, answer, `a ${role} without ${MEMBERS[index]}`);
        });
      }
    }),
});
