import { expect, test } from "vitest";
import { SimulatedClock, seededRandom } from "../sdk.js";
import { CheckFailure } from "../verdict.js";
import { explore, type Session } from "./explore.js";

interface Counter {
  value: number;
}

/** A state machine that fails when it doubles a value of at least `breaksAt`. */
function counters(seed: number, breaksAt: number, log: string[] = []): Session<Counter> {
  return {
    begin: () => {
      log.push("begin");
      return { value: 0 };
    },
    steps: [
      {
        name: "add",
        applies: () => true,
        take: async (state) => {
          log.push("add");
          state.value += 1;
        },
      },
      { name: "rest", weight: 5, applies: () => true, take: async () => void log.push("rest") },
      {
        name: "double",
        applies: ({ value }) => value > 0,
        take: async ({ value }) => {
          log.push("double");
          if (value >= breaksAt) throw new CheckFailure({ diagnosis: `broke at ${value}` });
        },
      },
    ],
    length: 40,
    runs: 10,
    random: seededRandom(seed),
  };
}

test("a failing sequence is reported in its shortest form", async () => {
  await expect(explore(counters(1, 3))).rejects.toThrow("broke at 3, after: add → add → add → double");
});

test("without a failure all runs are made", async () => {
  expect((await explore(counters(1, 1_000))).taken).toBeGreaterThan(300);
});

test("the same seed gives the same steps", async () => {
  const [a, b, c] = [[], [], []] as [string[], string[], string[]];
  await explore(counters(7, 3, a)).catch(() => undefined);
  await explore(counters(7, 3, b)).catch(() => undefined);
  await explore(counters(8, 3, c)).catch(() => undefined);
  expect(a).toEqual(b);
  expect(a).not.toEqual(c);
});

test("a failure that does not recur is reported as such", async () => {
  let times = 0;
  const session = counters(1, 1_000);
  const unreliable = {
    ...session,
    steps: [
      {
        name: "ask",
        applies: () => true,
        take: async () => {
          times += 1;
          if (times === 5) throw new CheckFailure({ diagnosis: "no" });
        },
      },
    ],
  };
  await expect(explore(unreliable)).rejects.toMatchObject({
    finding: { hint: expect.stringContaining("by chance") },
  });
});

test("the search ends without a finding if the agent answers too slowly", async () => {
  const clock = new SimulatedClock(0);
  const slow: Session<Counter> = {
    ...counters(1, 1_000),
    steps: [{ name: "wait", applies: () => true, take: () => clock.advance(11_000) }],
    timeout: { clock, ms: 40_000 },
  };
  await expect(explore(slow)).rejects.toThrow("only 4 steps were taken in 40000 ms");
});
