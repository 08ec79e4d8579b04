import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { registrations } from "../_times.js";
import { judgeWelcome } from "../_welcome.js";

export default check<ManagerBench>({
  id: "manager/registration/accepts-referees",
  title: "answers a valid referee within 10 s with an id, a token and the league's id",
  decides: ["LM-REG-02"],
  kills: [
    "manager:slow-to-register-referees",
    "manager:no-league-id-for-referees",
    "manager:no-token-for-referees",
  ],
  needs: { first: true },
  worstCaseMs: 2 * registrations(2),
  run: (bench) => judgeWelcome(bench, "referee"),
});
