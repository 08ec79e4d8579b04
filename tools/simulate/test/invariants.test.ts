/** Each invariant finds the agents that break it, and the smallest such league: every third invariant here, all with `FULL=1`. */
import { describe, expect, it } from "vitest";
import { oneIn } from "../../gate/one-in.ts";
import { campaign } from "../campaign.ts";
import { invariants } from "../invariants/index.ts";
import { faultKinds } from "../plan-from-seed.ts";
import { everyLeagueEnds, simulate } from "../simulate.ts";
import { traceText } from "../trace.ts";
import { faultyAgents } from "./faulty-agents.fixture.ts";

const kinds = new Set(faultKinds);

/** Some faults are found, or found with a small plan, only by rare seeds; the search begins shortly before such a seed. */
const searchFrom: Readonly<Record<string, number>> = {
  "every-league-ends": 230,
  "nothing-acknowledged-is-lost": 30,
  "one-outcome-each": 85,
  "one-result-each": 15,
  "only-own-token": 95,
  "standings-match-results": 15,
  "within-capacity": 20,
};

describe("every invariant", () => {
  it("has a faulty agent that breaks it", () => {
    const names = [...invariants.map(({ name }) => name), everyLeagueEnds];
    expect(Object.keys(faultyAgents).sort()).toEqual(names.sort());
  });

  it.each(oneIn(3, Object.entries(faultyAgents)))(
    "%s",
    async (name, factories) => {
      // A league without an end is played until its time limit, which is long in all but the smallest leagues.
      const players = name === everyLeagueEnds ? 2 : 4;
      const options = { firstSeed: searchFrom[name] ?? 1, seeds: 400, players, maxFindings: 1, kinds };
      const [found] = (await campaign({ ...options, factories })).findings;
      if (found === undefined) throw new Error("nothing was found");
      const { finding, smallest } = found;
      expect(finding).toMatchObject({ invariant: name });
      expect(smallest.finding).toMatchObject({ invariant: name });
      expect(smallest.plan.faults.length).toBeLessThanOrEqual(4);
      // The plan alone reproduces the finding, and correct agents break no invariant with it.
      const again = await simulate(JSON.parse(JSON.stringify(smallest.plan)), factories);
      expect(traceText(again.events)).toBe(traceText(smallest.events));
      expect((await simulate(smallest.plan)).finding).toBeNull();
    },
    60_000,
  );
});
