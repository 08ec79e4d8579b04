import type { RefereeBench } from "../../bench/referee-bench.js";
import { deadlineOf } from "../../contract.js";
import { judgeNegatives } from "../../negatives/judge.js";
import { negativesFor } from "../../negatives/negatives.js";
import { REFEREE_MESSAGES, refereeTrial } from "../../negatives/trials.js";
import type { Check } from "../../types.js";

export const negativeChecks: readonly Check<RefereeBench>[] = [
  /** One check a message: faults from the contract's schemas, as many as `--fuzz` allows. */
  ...REFEREE_MESSAGES.map(
    (type): Check<RefereeBench> => ({
      id: `referee/negative/${type.toLowerCase().replaceAll("_", "-")}`,
      title: `refuses a ${type} that breaks its schema, for what is wrong with it`,
      decides: ["TRN-ERR-03"],
      kills: ["referee:validates-nothing"],
      // The matches of the valid twins fail, so the instance is not handed on.
      worstCaseMs: 4 * deadlineOf(type),
      async run(bench) {
        if (bench.profile.name !== "canonical")
          bench.notApplicable("the generated negatives are made from the canonical schemas");
        await judgeNegatives(bench, {
          withinMs: 2 * deadlineOf(type),
          negatives: negativesFor(type, bench.fuzz, bench.random),
          ...refereeTrial(bench, type),
        });
      },
    }),
  ),
];
