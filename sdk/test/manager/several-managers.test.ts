/** Several managers on one store: each accepts any request, one leads the season, and another one takes over if it crashes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFull, runsOf } from "../../../tools/gate/one-in.js";
import { CrashingLeague } from "./crashing-league.js";
import type { CrashPoint } from "./crashing-manager.js";

const size = { players: 4, referees: 2, managers: 3 };

describe("three managers on one store", () => {
  it("run one league", async () => {
    const league = new CrashingLeague({ ...size, crashes: [] });
    const end = await league.play();
    await league.check(end);
    for (const { operations } of league.managers) expect(operations).toBeGreaterThan(10);
    for (const { running } of league.managers) expect(await running.ended).toEqual(end);
  });

  it("continue the league when the leader crashes, at any operation", async () => {
    for (let at = 1; at <= 150; at += isFull ? 3 : 8) {
      for (const last of ["lost", "done"] as const) {
        const crashes = [0, 1, 2].map((): CrashPoint => ({ at, last })).slice(0, 2);
        const league = new CrashingLeague({ ...size, crashes });
        try {
          await league.check(await league.play());
        } catch (error) {
          throw new Error(`crashed at operation ${at}, ${last}: ${error}`, { cause: error });
        }
      }
    }
  });

  it("all assign matches to referees if they share a queue", async () => {
    const league = new CrashingLeague({ ...size, players: 6, crashes: [], sharedQueue: true });
    await league.check(await league.play());
    for (const { operations } of league.managers) expect(operations).toBeGreaterThan(20);
  });

  it("continue the league when any of them crashes", async () => {
    const crash: fc.Arbitrary<CrashPoint> = fc.record({
      at: fc.integer({ min: 1, max: 200 }),
      last: fc.constantFrom("lost", "done"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          players: fc.integer({ min: 2, max: 6 }),
          referees: fc.integer({ min: 1, max: 3 }),
          managers: fc.integer({ min: 2, max: 4 }),
          crashes: fc.array(crash, { maxLength: 6 }),
          sharedQueue: fc.boolean(),
          seed: fc.nat(1_000),
        }),
        async (options) => {
          const league = new CrashingLeague(options);
          await league.check(await league.play());
        },
      ),
      { numRuns: runsOf(40) },
    );
  });
});
