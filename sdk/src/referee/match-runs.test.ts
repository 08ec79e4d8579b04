import { expect, it } from "vitest";
import { MatchRuns, mostFinishedMatches, mostOpenMatches } from "./match-runs.js";

it("a referee keeps its waiting and running matches, and a bounded number of finished ones", () => {
  const runs = new MatchRuns<{ match_id: string }>();
  const [waiting, running] = [{ match_id: "waiting" }, { match_id: "running" }];
  runs.add(waiting);
  runs.add(running);
  runs.starts(running);
  for (let match = 0; match < 2 * mostFinishedMatches; match++) {
    const job = { match_id: `M${match}` };
    runs.add(job);
    runs.ends(job);
  }
  expect(runs.size).toBe(mostFinishedMatches + 2);
  expect([runs.get("waiting"), runs.get("running"), runs.running]).toEqual([waiting, running, running]);
  const last = `M${2 * mostFinishedMatches - 1}`;
  expect([runs.get(last), runs.get("M0")]).toEqual([{ match_id: last }, undefined]);
});

it("a match that has ended is none of the running ones", () => {
  const runs = new MatchRuns<{ match_id: string }>();
  const [first, second] = [{ match_id: "R1M1" }, { match_id: "R1M2" }];
  for (const job of [first, second]) {
    runs.add(job);
    runs.starts(job);
  }
  runs.ends(first);
  expect(runs.running).toBe(second);
  runs.ends(second);
  expect(runs.running).toBeUndefined();
});

it("a referee counts open and finished matches separately, and is full at the limit", () => {
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
