import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SimulatedClock } from "../platform/simulated-clock.js";
import { RateLimiter } from "./rate-limiter.js";

describe("a rate limiter", () => {
  it("admits a burst, then the configured rate, and returns how long to wait", async () => {
    const clock = new SimulatedClock();
    const limiter = new RateLimiter({ requestsPerSecond: 10, requestBurst: 3 }, clock);
    expect([1, 2, 3].map(() => limiter.take("a"))).toEqual([0, 0, 0]);
    expect(limiter.take("a")).toBe(100);
    await clock.advance(50);
    expect(limiter.take("a")).toBe(50);
    await clock.advance(50);
    expect(limiter.take("a")).toBe(0);
    expect(limiter.take("a")).toBeGreaterThan(0);
  });

  it("counts each sender separately", () => {
    const limiter = new RateLimiter({ requestsPerSecond: 1, requestBurst: 1 }, new SimulatedClock());
    expect(limiter.take("a")).toBe(0);
    expect(limiter.take("b")).toBe(0);
    expect(limiter.take("a")).toBeGreaterThan(0);
  });

  it("adds no tokens when the clock goes backwards", () => {
    let now = 10_000;
    const limiter = new RateLimiter(
      { requestsPerSecond: 1, requestBurst: 1 },
      { now: () => now, after: () => ({ cancel() {} }) },
    );
    expect(limiter.take("a")).toBe(0);
    now = 0;
    expect(limiter.take("a")).toBeGreaterThan(0);
  });

  it("never admits more requests than burst and rate allow, at any times", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 }),
        async (requestsPerSecond, requestBurst, pauses) => {
          const clock = new SimulatedClock();
          const limiter = new RateLimiter({ requestsPerSecond, requestBurst }, clock);
          const begin = clock.now();
          let through = 0;
          for (const pause of pauses) {
            await clock.advance(pause);
            if (limiter.take("a") === 0) through += 1;
            const allowed = requestBurst + ((clock.now() - begin) * requestsPerSecond) / 1000;
            expect(through).toBeLessThanOrEqual(Math.floor(allowed + 1e-6));
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("stores a bounded number of addresses", () => {
    const limiter = new RateLimiter({ requestsPerSecond: 1, requestBurst: 1 }, new SimulatedClock());
    limiter.take("first");
    for (let asker = 0; asker < 10_000; asker++) limiter.take(String(asker));
    expect(limiter.take("first")).toBe(0);
  });
});
