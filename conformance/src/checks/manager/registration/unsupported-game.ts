import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectRejected, metaOf, openDesk } from "../_desk.js";
import { registrations } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/registration/unsupported-game",
  title: 'rejects an agent that plays no game of the league, with the reason "Unsupported game type"',
  decides: ["LM-REG-07"],
  kills: ["manager:takes-any-game", "manager:other-reasons"],
  needs: { first: true },
  worstCaseMs: registrations(4),
  async run(bench) {
    const desk = await openDesk(bench);
    for (const role of ["player", "referee"] as const) {
      const answer = await desk.apply(role, { set: { [`${metaOf(role)}/game_types`]: ["tic_tac_toe"] } });
      expectRejected(bench, answer, `a ${role} with the game_types ["tic_tac_toe"]`, "Unsupported game type");
    }
  },
});
