/** One thread of the self-test: receives jobs and sends their results. */
import { parentPort } from "node:worker_threads";
import { loadChecks } from "../checks/registry.js";
import { loadMutants } from "../mutants/registry.js";
import type { FromThread } from "./pool.js";
import { runTrial, type TrialJob } from "./trial.js";

const loaded = Promise.all([loadChecks(), loadMutants()]);

parentPort?.on("message", async (job: TrialJob) => {
  parentPort?.postMessage(await answer(job));
});

async function answer(job: TrialJob): Promise<FromThread> {
  try {
    return { results: await runTrial(job, ...(await loaded)) };
  } catch (error) {
    return { error: String(error instanceof Error ? error.stack : error) };
  }
}
