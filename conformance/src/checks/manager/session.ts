import type { ManagerBench } from "../../bench/manager-bench.js";
import { deadlineOf } from "../../contract.js";
import { explore } from "../../sessions/explore.js";
import { beginLeague, managerSteps } from "../../sessions/manager-session.js";
import type { Check } from "../../types.js";

const LENGTH = 32;

const PATIENCE_MS = 4 * deadlineOf("MATCH_RESULT_REPORT");

export const sessionChecks: readonly Check<ManagerBench>[] = [
  /** True reports among repeated, contradicting and false ones, in an order that chance decides. */
  {
    id: "manager/session/keeps-the-books",
    title: "counts each match once, as it was truly reported, whatever else it is told",
    decides: ["LM-RES-02", "LM-RES-04", "LM-RES-05", "LM-TAB-01"],
    kills: ["manager:counts-twice", "manager:believes-the-last-report"],
    worstCaseMs: PATIENCE_MS + 3 * deadlineOf("MATCH_RESULT_REPORT"),
    async run(bench) {
      await explore({
        begin: () => beginLeague(bench),
        steps: managerSteps(bench),
        length: LENGTH,
        runs: 1,
        patience: { clock: bench.clock, ms: PATIENCE_MS },
        random: bench.random,
        shrinkTries: 12,
      });
    },
  },
];
