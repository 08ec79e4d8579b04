import { describe, expect, it } from "vitest";
import { MatchRuns, mostFinishedMatches, mostOpenMatches } from "./match-runs.js";

describe("MatchRuns", () => {
  it("has the same size after 100,000 matches as after some hundred", () => {
    const runs = new MatchRuns<{ match_id: string }>();
    for (let match = 0; match < 100_000; match++) {
      const job = { match_id: `M${match}` };
      runs.add(job);
      runs.starts(job);
      runs.ends(job);
    }
    expect(runs.size).toBe(mostFinishedMatches);
    expect(runs.running).toBeUndefined();
    expect(runs.get("M99999")).toEqual({ match_id: "M99999" });
    expect(runs.get("M0")).toBeUndefined();
  });

  it("never removes a waiting or running match", () => {
    const runs = new MatchRuns<{ match_id: string }>();
    const [waiting, running] = [{ match_id: "waiting" }, { match_id: "running" }];
    runs.add(waiting);
    runs.add(running);
    runs.starts(running);
    for (let match = 0; match < 1_000; match++) {
      const job = { match_id: `M${match}` };
      runs.add(job);
      runs.ends(job);
    }
    expect(runs.get("waiting")).toBe(waiting);
    expect(runs.get("running")).toBe(running);
    expect(runs.running).toBe(running);
  });

  it("counts open and finished matches separately, and is full at the limit", () => {
    const runs = new MatchRuns<{ match_id: string }>();
    const jobs = Array.from({ length: mostOpenMatches }, (_, match) => ({ match_id: `M${match}` }));
    for (const job of jobs) {
      expect(runs.isFull).toBe(false);
      runs.add(job);
    }
    expect(runs.isFull).toBe(true);
    for (const job of jobs.slice(0, 300)) runs.ends(job);
    expect([runs.isFull, runs.open, runs.ended]).toEqual([false, mostOpenMatches - 300, 300]);
  });
});
