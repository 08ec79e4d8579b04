import { eventsOf, reduce } from "@league-v2/viewer";
import { describe, expect, it } from "vitest";
import { faultKinds, planFromSeed, simulate } from "../../simulate/index.js";
import { recordSimulation } from "./record-simulation.js";

describe("a simulated league in the viewer", () => {
  it.each([1, 2, 3, 4, 5])("seed %i: every match has the result in the store", async (seed) => {
    const run = await simulate(planFromSeed(seed, { players: 5, kinds: new Set(faultKinds) }));
    expect(run.finding).toBeNull();
    const view = reduce(eventsOf(recordSimulation(run)), run.simulatedMs);
    const stored = run.events.flatMap((event) =>
      event.type === "stored" && event.operation === "record" && event.outcome === "recorded"
        ? [event.args[0]]
        : [],
    );
    expect(view.state).toBe("COMPLETE");
    expect(view.matches).toHaveLength((run.plan.players * (run.plan.players - 1)) / 2);
    const byId = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b));
    expect(view.matches.map(({ result }) => result).toSorted(byId)).toEqual(stored.toSorted(byId));
    expect(view.champion_id).toBe(view.standings[0]?.player_id);
    const ended = run.events.filter(({ type }) => type === "ended").length;
    expect(eventsOf(recordSimulation(run)).filter(({ type }) => type === "agent_stopped")).toHaveLength(
      ended,
    );
  });
});
