import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { msLeft, timeLeft } from "./terminal.js";

const ms = (max: number) => fc.integer({ min: 0, max });
const progress = fc
  .record({ planned: fc.integer({ min: 1, max: 500 }), expectedMs: ms(600_000), more: ms(600_000) })
  .chain(({ planned, expectedMs, more }) =>
    fc.record({
      ...{ planned: fc.constant(planned), expectedMs: fc.constant(expectedMs) },
      ...{ worstCaseMs: fc.constant(expectedMs + more), done: fc.nat(planned), elapsedMs: ms(2_000_000) },
    }),
  );

describe("the remaining time", () => {
  test("is never negative, never later than the end that was announced, and nothing when all is done", () => {
    fc.assert(
      fc.property(progress, (now) => {
        const left = msLeft(now);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(Math.max(0, now.worstCaseMs - now.elapsedMs));
        expect(msLeft({ ...now, done: now.planned })).toBe(0);
      }),
    );
  });

  test("grows by no more than the time that passes, and not at all with a check that is done", () => {
    fc.assert(
      fc.property(progress, ms(60_000), (now, passed) => {
        const left = msLeft(now);
        // Rounding of a product of large numbers is less than a microsecond.
        expect(msLeft({ ...now, elapsedMs: now.elapsedMs + passed })).toBeLessThanOrEqual(
          left + passed + 1e-3,
        );
        const done = Math.min(now.planned, now.done + 1);
        expect(msLeft({ ...now, done })).toBeLessThanOrEqual(left);
      }),
    );
  });

  test("is correct for a run that takes the expected time", () => {
    fc.assert(
      fc.property(progress, (now) => {
        const left = now.expectedMs * (1 - now.done / now.planned);
        expect(msLeft({ ...now, elapsedMs: now.expectedMs - left })).toBeCloseTo(left, 3);
      }),
    );
  });

  test.each([
    [{ done: 0, elapsedMs: 0 }, "about 40 s left"],
    [{ done: 50, elapsedMs: 20_000 }, "about 20 s left"],
    [{ done: 57, elapsedMs: 23_000 }, "about 20 s left"],
    [{ done: 92, elapsedMs: 37_000 }, "about 4 s left"],
    [{ done: 50, elapsedMs: 80_000 }, "about 15 s left"],
    [{ done: 10, elapsedMs: 200_000 }, ""],
    [{ done: 100, elapsedMs: 40_000 }, ""],
  ])("%o: %s", (now, text) => {
    expect(timeLeft({ planned: 100, expectedMs: 40_000, worstCaseMs: 95_000, ...now })).toBe(text);
  });

  test("of a long run is shown in minutes", () => {
    const long = { planned: 100, expectedMs: 600_000, worstCaseMs: 900_000 };
    expect(timeLeft({ ...long, done: 20, elapsedMs: 120_000 })).toBe("about 8 min left");
  });
});
