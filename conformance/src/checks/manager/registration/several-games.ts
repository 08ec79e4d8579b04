import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { decisionIn, isAccepted, metaOf, withRegisteredAgents } from "../_desk.js";
import { registrations } from "../_times.js";

const GAMES = ["tic_tac_toe", "even_odd"];

export default check<ManagerBench>({
  id: "manager/registration/several-games",
  title: "accepts agents that play other games besides that of the league",
  decides: ["LM-REG-01", "LM-REG-02"],
  kills: ["manager:wants-nothing-but-its-game"],
  worstCaseMs: 2 * registrations(4),
  async run(bench) {
    if (!bench.canStart) bench.notExercised("whom it lets in would have a place in the only league");
    await withRegisteredAgents(bench, async ({ apply }) => {
      for (const role of ["player", "referee"] as const) {
        const answer = await apply(role, { set: { [`${metaOf(role)}/game_types`]: GAMES } });
        bench.expect.that(isAccepted(answer), {
          diagnosis: `a ${role} with the game_types ${JSON.stringify(GAMES)}, the league's among them, was answered with ${decisionIn(answer)}; expected status ACCEPTED`,
          expected: "status ACCEPTED",
          received: decisionIn(answer),
        });
      }
    });
  },
});
