import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Semaphore } from "./capacity.js";

describe("a semaphore", () => {
  it("grants its places in the order of the calls, never more than it has, and each release frees one", async () => {
    const steps = fc.array(fc.constantFrom("take", "release", "release again"), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (places, steps) => {
        const semaphore = new Semaphore(places);
        const granted: number[] = [];
        const releases: (() => void)[] = [];
        let taken = 0;
        let released = 0;
        for (const step of steps) {
          if (step === "take") {
            const number = taken++;
            void semaphore.take().then((release) => {
              granted.push(number);
              releases.push(release);
            });
          } else if (step === "release") {
            releases[released]?.();
            if (released < releases.length) released += 1;
          } else {
            releases[released - 1]?.();
          }
          await new Promise(setImmediate);
          const held = Math.min(taken, released + places);
          expect(granted).toEqual(Array.from({ length: held }, (_, number) => number));
          expect(semaphore.load).toBe(taken - held - (places - (held - released)));
        }
      }),
      { numRuns: 50 },
    );
  });
});
