import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { BEGINNINGS_MS, judgeBeginning, SHORTAGE_NAMES, SHORTAGES } from "../_beginnings.js";
import { expectRejected } from "../_desk.js";
import { mustHeedNumbers } from "../_leagues.js";

export default check<ManagerBench>({
  id: "manager/registration/league-full",
  title: 'rejects every agent above the configured number, with the reason "League full"',
  decides: ["LM-REG-06"],
  kills: ["manager:takes-too-many"],
  worstCaseMs: BEGINNINGS_MS,
  async run(bench) {
    await mustHeedNumbers(bench);
    for (const name of SHORTAGE_NAMES) {
      await judgeBeginning(bench, name, "one too many", ({ tooMany }) => {
        const { full, told } = SHORTAGES[name];
        const places = told[`${full}s`];
        const answer = tooMany ?? bench.notExercised("no agent came too many");
        expectRejected(bench, answer, `${full} number ${places + 1} of ${places}`, "League full");
      });
    }
  },
});
