import { describe, expect, test } from "vitest";
import { sleep } from "./clock.js";
import { SIMULATION_START, SimulatedClock } from "./simulated-clock.js";

describe("run", () => {
  test("resolves with the promise's value, and stops time at that moment", async () => {
    const clock = new SimulatedClock();
    const value = await clock.run(sleep(clock, 30_000).then(() => "done"));
    expect([value, clock.now() - SIMULATION_START]).toEqual(["done", 30_000]);
  });

  test("rejects with the promise's reason", async () => {
    const clock = new SimulatedClock();
    await expect(clock.run(Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  test("does not advance time for a promise that needs no timer", async () => {
    const clock = new SimulatedClock();
    let waiting: Promise<unknown> = Promise.resolve();
    for (let i = 0; i < 1000; i++) waiting = waiting.then(() => {});
    clock.after(1, () => {});
    await clock.run(waiting);
    expect([clock.now(), clock.pending]).toEqual([SIMULATION_START, 1]);
  });

  test("fires timers by time, then by creation, and finishes the work of each before the next", async () => {
    const clock = new SimulatedClock();
    const seen: string[] = [];
    const at = async (ms: number, name: string) => {
      await sleep(clock, ms);
      seen.push(name);
      await Promise.resolve();
      seen.push(`${name}'`);
    };
    await clock.run(Promise.all([at(20, "c"), at(10, "a"), at(10, "b"), at(0, "z")]));
    expect(seen).toEqual(["z", "z'", "a", "a'", "b", "b'", "c", "c'"]);
  });

  test("reports a deadlock if no timer is left", async () => {
    const clock = new SimulatedClock();
    await clock.advance(500);
    await expect(clock.run(new Promise(() => {}))).rejects.toThrow(
      /deadlock.*500 ms after the start, 0 timers fired/s,
    );
  });

  test("reports a promise that is still pending after limitMs", async () => {
    const clock = new SimulatedClock();
    const tick = () => clock.after(1000, tick);
    tick();
    const run = clock.run(new Promise(() => {}), { limitMs: 60_000 });
    await expect(run).rejects.toThrow(/not settled within 60000 ms of simulated time .*60 timers fired/s);
    expect(clock.now() - SIMULATION_START).toBeLessThanOrEqual(60_000);
  });

  test("skips cancelled timers, and ignores the cancellation of a fired timer", async () => {
    const clock = new SimulatedClock();
    let fired = 0;
    const first = clock.after(1, () => fired++);
    clock.after(2, () => fired++).cancel();
    await clock.advance(10);
    first.cancel();
    first.cancel();
    expect([fired, clock.pending]).toEqual([1, 0]);
  });

  test("stores no cancelled timers of ten thousand runs with deadlines", async () => {
    const clock = new SimulatedClock();
    for (let i = 0; i < 10_000; i++) {
      const limit = clock.after(30_000, () => {});
      await clock.run(sleep(clock, 5));
      limit.cancel();
    }
    expect(clock.pending).toBe(0);
  });
});

describe("advance", () => {
  test("fires the timers that are due in the span, its end included, and stops at its end", async () => {
    const clock = new SimulatedClock();
    const seen: number[] = [];
    for (const ms of [0, 100, 101]) clock.after(ms, () => seen.push(ms));
    await clock.advance(100);
    expect(seen).toEqual([0, 100]);
    expect(clock.now() - SIMULATION_START).toBe(100);
  });

  test("fires timers that were created by timers, if they are due", async () => {
    const clock = new SimulatedClock();
    const seen: number[] = [];
    const every = (ms: number): void => {
      seen.push(clock.now() - SIMULATION_START);
      clock.after(ms, () => every(ms));
    };
    every(30);
    await clock.advance(100);
    expect(seen).toEqual([0, 30, 60, 90]);
  });
});

test("a timer of NaN milliseconds is refused", () => {
  expect(() => new SimulatedClock().after(Number.NaN, () => {})).toThrow(RangeError);
});
