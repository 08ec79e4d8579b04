import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { registrations } from "../_times.js";
import { judgeWelcome } from "../_welcome.js";

export default check<ManagerBench>({
  id: "manager/registration/accepts-players",
  title: "answers a valid player within 10 s with an id, a token and the league's id",
  decides: ["LM-REG-01"],
  kills: [
    "manager:slow-to-register-players",
    "manager:no-league-id-for-players",
    "manager:no-token-for-players",
    "manager:another-status",
  ],
  needs: { first: true },
  worstCaseMs: 2 * registrations(2),
  run: (bench) => judgeWelcome(bench, "player"),
});
