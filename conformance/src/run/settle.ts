/** Verdicts inside the timing margin are repeated alone, on a quiet machine; what stays inside it stays inconclusive. */
import type { CheckResult } from "../types.js";
import { type LaneOptions, Lanes } from "./lanes.js";
import type { Planned } from "./plan.js";

const REPETITIONS = 2;

export async function settle(
  options: LaneOptions,
  unsettled: readonly Planned[],
  results: ReadonlyMap<string, CheckResult>,
): Promise<void> {
  for (const planned of unsettled) {
    let latest = results.get(planned.one.check.id);
    for (let i = 0; i < REPETITIONS && latest?.verdict === "inconclusive"; i += 1) {
      const lanes = new Lanes({
        ...options,
        lanes: 1,
        onResult: (result) => {
          // When the run is over, what is known is kept.
          if (result.verdict !== "not-exercised") latest = result;
        },
      });
      await lanes.run([planned]);
      await lanes.close();
    }
    if (latest !== undefined) options.onResult(latest, planned);
  }
}
