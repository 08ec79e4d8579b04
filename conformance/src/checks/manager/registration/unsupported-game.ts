import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectRejected, metaOf, withRegisteredAgents } from "../_desk.js";
import { registrations } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/registration/unsupported-game",
  title: 'rejects an agent that plays no game of the league, with the reason "Unsupported game type"',
  decides: ["LM-REG-07"],
  kills: ["manager:takes-any-game", "manager:other-reasons"],
  needs: { first: true },
  worstCaseMs: 2 * registrations(4),
  run: (bench) =>
    withRegisteredAgents(bench, async ({ apply }) => {
      for (const role of ["player", "referee"] as const) {
        const answer = await apply(role, { set: { [`${metaOf(role)}/game_types`]: ["tic_tac_toe"] } });
        const who = `a ${role} with the game_types ["tic_tac_toe"]`;
        expectRejected(bench, answer, who, "Unsupported game type");
      }
    }),
});
