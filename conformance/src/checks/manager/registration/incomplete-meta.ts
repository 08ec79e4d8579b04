import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectNotAccepted, metaOf, openDesk } from "../_desk.js";
import { registrations } from "../_times.js";

const MEMBERS = {
  player: ["display_name", "version", "game_types", "contact_endpoint"],
  referee: ["display_name", "version", "game_types", "contact_endpoint", "max_concurrent_matches"],
} as const;

export default check<ManagerBench>({
  id: "manager/registration/incomplete-meta",
  title: "accepts no registration whose meta data is incomplete",
  decides: ["LM-REG-09"],
  kills: ["manager:takes-incomplete-meta"],
  needs: { first: true },
  worstCaseMs: registrations(11),
  async run(bench) {
    const desk = await openDesk(bench);
    for (const role of ["player", "referee"] as const) {
      for (const member of MEMBERS[role]) {
        const answer = await desk.apply(role, { remove: [`${metaOf(role)}/${member}`] });
        expectNotAccepted(bench, answer, `a ${role} without ${member}`);
      }
    }
  },
});
