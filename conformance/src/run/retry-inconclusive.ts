/** Verdicts inside the timing margin are repeated alone, on a quiet machine; what stays inside it stays inconclusive. */
import type { CheckResult } from "../types.js";
import type { RunnerOptions } from "./check-runner.js";
import type { Planned } from "./plan.js";
import { schedule } from "./scheduler.js";
import { Semaphore } from "./semaphore.js";

const REPETITIONS = 2;

export async function retryInconclusive(
  options: Omit<RunnerOptions, "slots">,
  undecided: readonly Planned[],
  results: ReadonlyMap<string, CheckResult>,
): Promise<void> {
  for (const planned of undecided) {
    let latest = results.get(planned.one.check.id);
    for (let i = 0; i < REPETITIONS && latest?.verdict === "inconclusive"; i += 1) {
      options.context.shared.removeInconclusive();
      const onResult: RunnerOptions["onResult"] = (result) => {
        // When the run is over, what is known is kept.
        if (result.verdict !== "not-exercised") latest = result;
      };
      const { one, place, makesAt = place } = planned;
      await schedule({ ...options, slots: new Semaphore(1), onResult }, [{ one, place: makesAt }]);
    }
    if (latest !== undefined) options.onResult(latest, planned);
  }
}
