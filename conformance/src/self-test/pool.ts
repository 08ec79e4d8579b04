/** Trials on several threads at once. The threads share no state, so their number changes only the time. */
import { Worker } from "node:worker_threads";
import type { TrialJob, TrialResult, Trials } from "./trial.js";

/** The message of a thread: the results of a job, or its error. */
export type FromThread = { results: readonly TrialResult[] } | { error: string };

interface Waiting {
  job: TrialJob;
  resolve(results: readonly TrialResult[]): void;
  reject(error: Error): void;
}

/**
 * @param threads the number of threads; each loads all checks and mutants of the package
 * @param program what runs in each of them
 */
export function trialsOnThreads(
  threads: number,
  program: URL = new URL("./thread.js", import.meta.url),
): Trials {
  const queue: Waiting[] = [];
  const all: Worker[] = [];
  const idle: Worker[] = [];
  let closed = false;
  const busy = new Map<Worker, Waiting>();
  const next = () => {
    while (queue.length > 0) {
      const worker = idle.pop() ?? (all.length < threads ? start() : undefined);
      const waiting = worker === undefined ? undefined : queue.shift();
      if (worker === undefined || waiting === undefined) return;
      busy.set(worker, waiting);
      worker.postMessage(waiting.job);
    }
  };
  const lost = (worker: Worker, why: string) => {
    busy.get(worker)?.reject(new Error(`a thread of the self-test ended: ${why}`));
    busy.delete(worker);
    for (const list of [all, idle]) if (list.includes(worker)) list.splice(list.indexOf(worker), 1);
    if (!closed) next();
  };
  const start = (): Worker => {
    const worker = new Worker(program);
    all.push(worker);
    worker.on("message", (message: FromThread) => {
      const waiting = busy.get(worker);
      busy.delete(worker);
      idle.push(worker);
      if ("results" in message) waiting?.resolve(message.results);
      else waiting?.reject(new Error(message.error));
      next();
    });
    worker.on("error", (error) => lost(worker, String(error)));
    worker.on("exit", (code) => lost(worker, `exit code ${code}`));
    return worker;
  };
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        next();
      }),
    close: async () => {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(new Error("the self-test has ended"));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
