/** Each shape is tried with one of the roles here, and with all of them with `FULL=1`. */
import type { HttpHandler, HttpRequest, Role } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { isFull } from "../gate/one-in.js";
import { runMatch, type Subject, subjectOf } from "./subjects.ts";
import { type Shape, worstPeers, worstRequests } from "./worst-shapes.ts";

const roles: readonly Role[] = ["player", "referee", "league_manager"];
const limitMs = 100;
/** Of the clock of the simulation: all questions to a peer are asked in less. */
const observedMs = 5_000;
/** Collected garbage and compiled code also take time of the processor, but not each time at the same place. */
const mostAttempts = 4;

/** The shapes that keep another peer waiting at each attempt: with other names each time, so that nothing is cached. */
async function slow<Value>(
  shapes: readonly Shape<Value>[],
  measure: (value: Value) => Promise<number>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [index, shape] of shapes.entries()) {
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < mostAttempts && best > limitMs; attempt++)
      best = Math.min(best, await measure(shape.of(`s${index}x${attempt}`)));
    if (best > limitMs) found.push(`${shape.name}: ${best.toFixed(0)} ms`);
  }
  return found;
}

/** The shapes in turn, so that each role gets some of each kind. */
function shareOf<Value>(role: Role, shapes: readonly Shape<Value>[]): Shape<Value>[] {
  return shapes.filter((_, index) => isFull || index % roles.length === roles.indexOf(role));
}

/** Each answer comes in a turn of the loop of its own, as from a socket. */
function inTurns(handler: HttpHandler): HttpHandler {
  let last: Promise<void> = Promise.resolve();
  return async (request) => {
    last = last.then(nextTurn);
    await last;
    return handler(request);
  };
}

function untilObserved({ platform }: Subject): Promise<void> {
  return new Promise((resolve) => void platform.clock.after(observedMs, resolve));
}

describe.each(roles)("another peer of a %s is answered, a third of the shapes each", (role) => {
  it("while the largest and strangest requests are read", async () => {
    const subject = await subjectOf(role, 1);
    expect(
      await slow(shareOf(role, worstRequests(role)), (request) =>
        longestWait(subject, subject.agent.handle(request)),
      ),
    ).toEqual([]);
    await subject.close();
  });

  it("while those that it calls answer with the largest and strangest bodies", async () => {
    const measure = async (peer: HttpHandler) => {
      const subject = await subjectOf(role, 2, inTurns(peer));
      if (role === "referee") await subject.agent.handle(runMatch);
      const longest = await longestWait(subject, untilObserved(subject));
      await longestWait(subject, subject.close());
      return longest;
    };
    expect(await slow(shareOf(role, worstPeers), measure)).toEqual([]);
  });
});

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
async function longestWait({ agent, platform }: Subject, work: Promise<unknown>): Promise<number> {
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

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
