/** Runs the fuzzer in a thread of its own, and watches from this one that its event loop turns. */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { HttpRequest } from "@league-v2/sdk";
import type { FuzzPlan, FuzzReport } from "./fuzz.ts";

type Plan = Omit<FuzzPlan, "onProgress" | "onGroup" | "onSend">;

export interface Watched extends Omit<FuzzReport, "answered"> {
  /** The use of memory, as text. */
  readonly heap: string;
}

/** What the thread reports. */
export type Report =
  | { readonly group: readonly HttpRequest[] }
  | { readonly done: number }
  | { readonly end: Watched };

/** Shared by both threads: the turns of the loop, and the index of the last request in its group that was sent. */
export type Pulse = Int32Array<SharedArrayBuffer>;

const turnMs = 20;
const checkMs = 100;
/** In microseconds of processor time: on a busy machine, a thread that only waits for the processor is not blocked. */
const longestTurn = 1_000_000;

export const blocked = "the loop is blocked for a second";

/**
 * @param thread the module that calls `inThread`
 * @param onLine called with each line that it writes to the standard error
 */
export function watched(
  thread: URL,
  plan: Plan,
  {
    onDone,
    onLine,
  }: { readonly onDone?: (done: number) => void; readonly onLine?: (text: string) => void } = {},
): Promise<Watched> {
  const pulse: Pulse = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(thread, { workerData: { plan, pulse }, stderr: true });
  worker.stderr.setEncoding("utf8").on("data", (text: string) => onLine?.(text));
  const { promise, resolve, reject } = Promise.withResolvers<Watched>();
  let group: readonly HttpRequest[] = [];
  let done = 0;
  worker.on("error", reject);
  worker.on("message", (report: Report) => {
    if ("group" in report) group = report.group;
    else if ("end" in report) resolve(report.end);
    else {
      done = report.done;
      onDone?.(done);
    }
  });
  let [turns, begun] = [-1, process.cpuUsage()];
  const watching = setInterval(() => {
    const now = Atomics.load(pulse, 0);
    const { user, system } = process.cpuUsage(begun);
    if (now !== turns) [turns, begun] = [now, process.cpuUsage()];
    else if (user + system >= longestTurn && group.length > 0) {
      const requests = group.slice(0, Atomics.load(pulse, 1) + 1);
      const shown = `after ${done} requests of seed ${plan.seed}, the last of ${requests.length} at the same time`;
      const findings = [{ role: plan.role, fault: blocked, requests, shown }];
      resolve({ requests: done, statuses: {}, findings, heap: "not measured" });
    }
  }, checkMs);
  return promise.finally(() => {
    clearInterval(watching);
    return worker.terminate();
  });
}

/** The part of the thread. */
export async function inThread(
  run: (plan: Plan, report: (report: Report) => void, onSend: (index: number) => void) => Promise<void>,
): Promise<void> {
  if (isMainThread) throw new Error("this module runs in a thread");
  const { plan, pulse } = workerData as { readonly plan: Plan; readonly pulse: Pulse };
  const turning = setInterval(() => Atomics.add(pulse, 0, 1), turnMs);
  await run(
    plan,
    (report) => parentPort?.postMessage(report),
    (index) => void Atomics.store(pulse, 1, index),
  );
  clearInterval(turning);
}
