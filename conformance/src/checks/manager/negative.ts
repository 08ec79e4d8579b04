import type { ManagerBench } from "../../bench/manager-bench.js";
import { deadlineOf } from "../../contract.js";
import { judgeNegatives } from "../../negatives/judge.js";
import { negativesFor } from "../../negatives/negatives.js";
import { MANAGER_MESSAGES, managerTrial } from "../../negatives/trials.js";
import type { Check } from "../../types.js";
import { mustHaveRoom, withWaitingManager } from "./_desk.js";

export const negativeChecks: readonly Check<ManagerBench>[] = [
  /** One check a message: faults from the contract's schemas, as many as `--fuzz` allows. */
  ...MANAGER_MESSAGES.map(
    (type): Check<ManagerBench> => ({
      id: `manager/negative/${type.toLowerCase().replaceAll("_", "-")}`,
      title: `refuses a ${type} that breaks its schema, for what is wrong with it`,
      decides: ["TRN-ERR-03"],
      kills: ["manager:validates-nothing"],
      worstCaseMs: 8 * deadlineOf(type),
      async run(bench) {
        if (bench.profile.name !== "canonical")
          bench.notApplicable("the generated negatives are made from the canonical schemas");
        mustHaveRoom(bench);
        const negatives = negativesFor(type, bench.fuzz, bench.random);
        await withWaitingManager(bench, async ({ league, newcomer }) => {
          if (type === "LEAGUE_QUERY") await (await newcomer("player")).register();
          await judgeNegatives(bench, {
            withinMs: 2 * deadlineOf(type),
            negatives,
            ...managerTrial(bench, league, type),
          });
        });
      },
    }),
  ),
];
