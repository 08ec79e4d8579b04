import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/nearly-the-token",
  title: "refuses a report whose token is only nearly right, and counts nothing of it",
  decides: ["LM-RES-05"],
  kills: ["manager:compares-half-a-token", "manager:compares-what-it-is-given"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeRefusal(bench, "a token that is only nearly right"),
});
