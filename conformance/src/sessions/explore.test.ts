import { expect, test } from "vitest";
import { seededRandom } from "../sdk.js";
import { CheckFailure } from "../verdict.js";
import { explore, type Session } from "./explore.js";

interface Counter {
  value: number;
}

const step = (name: string, take: (state: Counter) => void | Promise<void>, more = {}) => ({
  name,
  applies: () => true,
  ...more,
  take: async (state: Counter) => take(state),
});

/** A state machine that fails when it doubles a value of at least `breaksAt`; `log` gets its steps. */
function counters(seed: number, breaksAt: number, log: string[] = []): Session<Counter> {
  return {
    begin: () => ({ value: 0 }),
    steps: [
      step("add", (state) => {
        log.push("add");
        state.value += 1;
      }),
      step("rest", () => void log.push("rest"), { weight: 5 }),
      step(
        "double",
        ({ value }) => {
          log.push("double");
          if (value >= breaksAt) throw new CheckFailure({ diagnosis: `broke at ${value}` });
        },
        { applies: ({ value }: Counter) => value > 0 },
      ),
    ],
    length: 40,
    runs: 10,
    random: seededRandom(seed),
  };
}

test("a failing sequence is reported in its shortest form, from the same seed after the same steps", async () => {
  await expect(explore(counters(1, 3))).rejects.toThrow("broke at 3, after: add → add → add → double");
  const logs: string[][] = [[], [], []];
  for (const [index, seed] of [7, 7, 8].entries())
    await explore(counters(seed, 3, logs[index])).catch(() => undefined);
  expect(logs[0]).toEqual(logs[1]);
  expect(logs[0]).not.toEqual(logs[2]);
});

test("without a failure all runs are made", async () => {
  expect((await explore(counters(1, 1_000))).taken).toBeGreaterThan(300);
});

test("a failure that does not recur is reported as such", async () => {
  let times = 0;
  const unreliable = step("ask", () => {
    times += 1;
    if (times === 5) throw new CheckFailure({ diagnosis: "no" });
  });
  await expect(explore({ ...counters(1, 1_000), steps: [unreliable] })).rejects.toMatchObject({
    finding: { hint: expect.stringContaining("by chance") },
  });
});
