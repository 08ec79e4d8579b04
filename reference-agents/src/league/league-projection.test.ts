import { describe, expect, it } from "vitest";
import { playSmall } from "./league.fixture.js";
import type { LeagueProjection } from "./league-projection.js";

describe("the projection of a league", () => {
  it("has every round, match and member from the registration to the end", async () => {
    const states: string[] = [];
    let last: LeagueProjection | undefined;
    const report = await playSmall({}, (_event, projection) => {
      last = projection;
      states.push(projection.state);
    });
    expect([states.at(0), states.at(-1)]).toEqual(["WAITING_FOR_REGISTRATIONS", "LEAGUE_COMPLETE"]);
    expect(last?.members.map(({ id }) => id)).toEqual(["REF01", "REF02", "P01", "P02", "P03", "P04"]);
    expect([last?.matchesScheduled, last?.matchesFinished, last?.roundsCompleted]).toEqual([6, 6, 3]);
    expect(last?.standings).toEqual(report.standings);
  });

  it("has the standings of the league manager after every round, and updates them after every match", async () => {
    const rounds: unknown[] = [];
    await playSmall({ players: 7 }, (event, projection) => {
      if (event.type !== "round_completed") return;
      rounds.push(event.round.round_id);
      expect(projection.standings).toEqual(event.standings);
    });
    expect(rounds).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("tracks the scheduled, running and finished rounds", async () => {
    const seen = new Map<string, string[]>();
    await playSmall({}, (_event, projection) => {
      for (const [name, status] of [
        ["R2M1", projection.matchStatus("R2M1")],
        ["round 2", projection.roundStatus(2)],
      ] as const) {
        const statuses = seen.get(name) ?? [];
        if (statuses.at(-1) !== status) seen.set(name, [...statuses, status]);
      }
    });
    expect(seen.get("R2M1")).toEqual(["SCHEDULED", "RUNNING", "FINISHED"]);
    expect(seen.get("round 2")).toEqual(["SCHEDULED", "RUNNING", "COMPLETED"]);
  });
});
