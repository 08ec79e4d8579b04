/**
 * Leagues that once broke an invariant, shrunk, each with its cause. They are plans and not seeds, because the plan of a
 * seed may change.
 */
import { describe, expect, it } from "vitest";
import type { Plan } from "./plan.ts";
import { simulate } from "./simulate.ts";
import { reportOn } from "./trace.ts";

interface Regression {
  readonly found: string;
  readonly plan: Plan;
}

const regressions: readonly Regression[] = [
  {
    found:
      "a report that was refused because a power failure had removed the lease counted as received: the restarted referee " +
      "had no data of the match, played it again and sent another outcome",
    plan: {
      seed: 31_657,
      managers: 3,
      players: 3,
      referees: 1,
      capacity: 1,
      latencyMs: 0,
      faults: [
        { kind: "crash", agent: "referee-1", atMs: 9366, downMs: 4321 },
        { kind: "store-crash", operation: 68, when: "after", downMs: 197 },
        { kind: "power-cut", operation: 68, when: "after" },
      ],
    },
  },
  {
    found:
      "a power failure lost the acknowledgements of a round while another manager played it: the next leader took the round before " +
      "for the last one, and announced its standings with results of the next",
    plan: {
      seed: 0,
      managers: 2,
      players: 3,
      referees: 1,
      capacity: 1,
      latencyMs: 600,
      faults: [
        { kind: "traffic-crash", agent: "manager", on: "sent", nth: 23, downMs: 0 },
        { kind: "power-cut", operation: 109, when: "after", lost: 1000 },
        { kind: "crash", agent: "manager-2", atMs: 1676, downMs: 30_000 },
      ],
    },
  },
];

describe("a league that found a bug earlier", () => {
  it.each(regressions)("$found", async ({ plan }) => {
    const run = await simulate(plan);
    expect(run.finding === null ? "" : reportOn(run)).toBe("");
  });
});
