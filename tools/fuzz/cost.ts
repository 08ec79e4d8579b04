/** Measures how long one peer keeps an agent from answering another. */
import type { HttpRequest } from "@league-v2/sdk";
import type { Subject } from "./subjects.ts";

const ping: HttpRequest = {
  method: "POST",
  path: "/mcp",
  contentType: "application/json",
  body: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}',
};
const stepMs = 20;
const microsecondsPerMs = 1000;

/**
 * The longest time that another peer waits for its answer while the agent does the work, in milliseconds of processor time of
 * this thread: unlike the time on a clock, it does not depend on what else the machine does.
 */
export async function longestWait({ agent, platform }: Subject, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  const passing = passTime();
  let [longest, before] = [0, processorMs()];
  while (!isDone) {
    await nextTurn();
    await agent.handle(ping);
    const now = processorMs();
    longest = Math.max(longest, now - before);
    before = now;
  }
  await passing;
  return longest;

  async function passTime(): Promise<void> {
    while (!isDone) await platform.clock.advance(stepMs);
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / microsecondsPerMs;
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
