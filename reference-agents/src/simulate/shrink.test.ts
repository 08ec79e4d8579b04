import { describe, expect, it } from "vitest";
import type { CrashFault, Plan } from "./plan.js";
import { shrink } from "./shrink.js";

const crash = (atMs: number): CrashFault => ({ kind: "crash", agent: "manager", atMs, downMs: 1 });
const large: Plan = {
  ...{ seed: 1, managers: 1, players: 6, referees: 3, capacity: 3, latencyMs: 100 },
  faults: Array.from({ length: 40 }, (_, index) => crash(index)),
};

describe("shrinking", () => {
  it("leaves the necessary faults and the smallest league that can have them", async () => {
    const fails = async ({ faults, players }: Plan) =>
      players >= 3 &&
      [7, 31].every((time) => faults.some((fault) => fault.kind === "crash" && fault.atMs === time));
    const small = await shrink(large, { fails, attempts: 1000 });
    expect(small).toEqual({
      seed: 1,
      managers: 1,
      players: 3,
      referees: 1,
      capacity: 1,
      latencyMs: 0,
      faults: [crash(7), crash(31)],
    });
  });

  it("removes the faults of an agent together with the agent", async () => {
    const faults = [{ ...crash(1), agent: "player-6" }, crash(2)];
    const small = await shrink(
      { ...large, faults },
      { fails: async (plan) => plan.faults.length > 0, attempts: 1000 },
    );
    expect(small.faults).toEqual([crash(2)]);
  });

  it("plays no more leagues than the limit", async () => {
    let played = 0;
    const fails = async () => {
      played += 1;
      return false;
    };
    expect(await shrink(large, { fails, attempts: 10 })).toEqual(large);
    expect(played).toBe(10);
  });
});
