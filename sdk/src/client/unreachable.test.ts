/** Unreachable and silent peers are distinguished, because a match judges them differently. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runsOf } from "../../../tools/gate/one-in.js";
import { backoff, message, row, setUpClient, unreachable, url } from "../../test/client-setup.js";
import type { Clock } from "../platform/clock.js";
import { seededRandom } from "../platform/seeded-random.js";
import { SimulatedClock } from "../platform/simulated-clock.js";
import { createClient } from "./create-client.js";

/** A busy machine: each timer fires up to this many milliseconds late. */
function late(clock: Clock, seed: number, mostMs: number): Clock {
  const random = seededRandom(`late/${seed}`);
  return { now: () => clock.now(), after: (ms, run) => clock.after(ms + random.below(mostMs + 1), run) };
}

test("a peer that refuses every connection is unreachable, also with late timers and refusals", async () => {
  const circumstances = {
    seed: fc.nat(),
    deadlineMs: fc.integer({ min: 1, max: 12_000 }),
    lateMs: fc.integer({ min: 0, max: 100 }),
    refusalMs: fc.integer({ min: 0, max: 90 }),
  };
  await fc.assert(
    fc.asyncProperty(fc.record(circumstances), async ({ seed, deadlineMs, lateMs, refusalMs }) => {
      // A refusal that takes longer than the whole call is a timeout.
      fc.pre(refusalMs < deadlineMs);
      const clock = new SimulatedClock();
      const client = createClient({
        transport: {
          send: () => new Promise((_, reject) => clock.after(refusalMs, () => unreachable().catch(reject))),
        },
        clock: late(clock, seed, lateMs),
        random: seededRandom(seed),
        backoff,
        limits: { jsonDepth: 16 },
      });
      await expect(
        clock.run(client.call(url, { ...row, deadlineMs }, message, { retries: 0 })),
      ).rejects.toMatchObject({ code: "E009" });
      await clock.advance(1000);
      expect(clock.pending).toBe(0);
    }),
    { numRuns: runsOf(500) },
  );
});

test("a peer that accepts the last connection and sends nothing is silent", async () => {
  const { clock, client } = setUpClient((_request, ms) =>
    ms < 3000 ? unreachable() : new Promise(() => {}),
  );
  await expect(clock.run(client.call(url, row, message))).rejects.toMatchObject({ code: "E001" });
});
