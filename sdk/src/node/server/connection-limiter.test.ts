import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SimulatedClock } from "../../platform/simulated-clock.js";
import { addressKey, RateLimiter } from "./connection-limiter.js";

describe("a rate limiter", () => {
  it("admits a burst, then the configured rate, and returns how long to wait, for each sender", async () => {
    const rates = fc.record({
      requestsPerSecond: fc.constantFrom(6.25, 12.5, 25, 50),
      requestBurst: fc.integer({ min: 1, max: 10 }),
    });
    const pauses = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(rates, pauses, async (rate, pauses) => {
        const clock = new SimulatedClock();
        const limiter = new RateLimiter(rate, clock);
        // In hundredths; the rates and the pauses, multiples of 10 ms, are such that no rounding occurs.
        let tokens = rate.requestBurst * 100;
        for (const pause of pauses) {
          await clock.advance(10 * pause);
          tokens = Math.min(rate.requestBurst * 100, tokens + pause * rate.requestsPerSecond);
          const waitMs = limiter.take("a");
          if (tokens >= 100) expect(waitMs).toBe(0);
          else expect(waitMs).toBeCloseTo(((100 - tokens) * 10) / rate.requestsPerSecond, 3);
          if (tokens >= 100) tokens -= 100;
        }
        expect(limiter.take("b")).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it("adds no tokens when the clock goes backwards", () => {
    let now = 10_000;
    const clock = { now: () => now, after: () => ({ cancel() {} }) };
    const limiter = new RateLimiter({ requestsPerSecond: 1, requestBurst: 1 }, clock);
    expect(limiter.take("a")).toBe(0);
    now = 0;
    expect(limiter.take("a")).toBeGreaterThan(0);
  });

  it("stores a bounded number of addresses", () => {
    const limiter = new RateLimiter({ requestsPerSecond: 1, requestBurst: 1 }, new SimulatedClock());
    limiter.take("first");
    for (let asker = 0; asker < 10_000; asker++) limiter.take(String(asker));
    expect(limiter.take("first")).toBe(0);
  });
});

it.each([
  ["127.0.0.1", null],
  ["127.8.0.1", null],
  ["::1", null],
  ["::ffff:127.0.0.1", null],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::9", "0:0:0:0::/64"],
  [undefined, "unknown"],
])("requests of %s are counted as those of %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
