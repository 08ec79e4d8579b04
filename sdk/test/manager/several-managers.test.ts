/** Several managers on one store: any of them takes any request, one leads the season, and others take over if it dies. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MortalLeague } from "./mortal-league.js";
import type { Death } from "./mortal-manager.js";

const size = { players: 4, referees: 2, managers: 3 };

describe("three managers on one store", () => {
  it("are one league", async () => {
    const league = new MortalLeague({ ...size, deaths: [] });
    const end = await league.play();
    await league.check(end);
    for (const { operations } of league.managers) expect(operations).toBeGreaterThan(10);
    for (const { running } of league.managers) expect(await running.ended).toEqual(end);
  });

  it("continue when the leader dies, at any operation", async () => {
    for (let at = 1; at <= 150; at += 3) {
      for (const last of ["lost", "done"] as const) {
        const deaths = [0, 1, 2].map((): Death => ({ at, last })).slice(0, 2);
        const league = new MortalLeague({ ...size, deaths });
        try {
          await league.check(await league.play());
        } catch (error) {
          throw new Error(`died at operation ${at}, ${last}: ${error}`, { cause: error });
        }
      }
    }
  });

  it("bring matches to referees all together, where they share a queue", async () => {
    const league = new MortalLeague({ ...size, players: 6, deaths: [], sharedQueue: true });
    await league.check(await league.play());
    for (const { operations } of league.managers) expect(operations).toBeGreaterThan(20);
  });

  it("continue when any of them dies", async () => {
    const death: fc.Arbitrary<Death> = fc.record({
      at: fc.integer({ min: 1, max: 200 }),
      last: fc.constantFrom("lost", "done"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          players: fc.integer({ min: 2, max: 6 }),
          referees: fc.integer({ min: 1, max: 3 }),
          managers: fc.integer({ min: 2, max: 4 }),
          deaths: fc.array(death, { maxLength: 6 }),
          sharedQueue: fc.boolean(),
          seed: fc.nat(1_000),
        }),
        async (options) => {
          const league = new MortalLeague(options);
          await league.check(await league.play());
        },
      ),
      { numRuns: 40 },
    );
  });
});
