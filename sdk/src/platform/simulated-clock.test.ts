import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sleep, type Timer } from "./clock.js";
import { SIMULATION_START, SimulatedClock } from "./simulated-clock.js";

const elapsed = (clock: SimulatedClock) => clock.now() - SIMULATION_START;

test("timers fire by time, then by creation, for any timers created, cancelled and advanced to in any order", async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("create" as const), ms: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ do: fc.constant("cancel" as const), index: fc.nat(40) }),
    fc.record({ do: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 15 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const clock = new SimulatedClock();
      const timers: Timer[] = [];
      const fired: number[] = [];
      let waiting: { due: number; index: number }[] = [];
      for (const one of steps) {
        if (one.do === "create") {
          const index = timers.length;
          timers.push(clock.after(one.ms, () => fired.push(index)));
          waiting.push({ due: elapsed(clock) + one.ms, index });
        } else if (one.do === "cancel") {
          timers[one.index]?.cancel();
          waiting = waiting.filter(({ index }) => index !== one.index);
        } else {
          const end = elapsed(clock) + one.ms;
          const due = waiting
            .filter((timer) => timer.due <= end)
            .toSorted((a, b) => a.due - b.due || a.index - b.index);
          fired.length = 0;
          await clock.advance(one.ms);
          expect(fired).toEqual(due.map(({ index }) => index));
          expect(elapsed(clock)).toBe(end);
          waiting = waiting.filter((timer) => timer.due > end);
        }
        expect(clock.pending).toBe(waiting.length);
      }
    }),
  );
});

describe("run", () => {
  test("settles as the promise does, and stops time at that moment", async () => {
    const clock = new SimulatedClock();
    expect(await clock.run(sleep(clock, 30_000).then(() => "done"))).toBe("done");
    expect(elapsed(clock)).toBe(30_000);
    await expect(clock.run(Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  test("finishes the work of each timer before the next", async () => {
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

  test("reports a deadlock if no timer is left, and a promise that is still pending after limitMs", async () => {
    const clock = new SimulatedClock();
    await clock.advance(500);
    const never = new Promise(() => {});
    await expect(clock.run(never)).rejects.toThrow(/deadlock.*500 ms after the start, 0 timers fired/s);
    const tick = () => clock.after(1000, tick);
    tick();
    const run = clock.run(never, { limitMs: 60_000 });
    await expect(run).rejects.toThrow(/not settled within 60000 ms of simulated time .*60 timers fired/s);
    expect(elapsed(clock)).toBeLessThanOrEqual(60_500);
  });
});

test("a timer of NaN milliseconds is refused", () => {
  expect(() => new SimulatedClock().after(Number.NaN, () => {})).toThrow(RangeError);
});
