import { describe, expect, it } from "vitest";
import { MatchRuns, mostOpenMatches, rememberedMatches } from "./match-runs.js";

describe("MatchRuns", () => {
  it("stays as small after 100,000 matches as after some hundred", () => {
    const book = new MatchRuns<{ match_id: string }>();
    for (let match = 0; match < 100_000; match++) {
      const job = { match_id: `M${match}` };
      book.add(job);
      book.starts(job);
      book.ends(job);
    }
    expect(book.size).toBe(rememberedMatches);
    expect(book.running).toBeUndefined();
    expect(book.get("M99999")).toEqual({ match_id: "M99999" });
    expect(book.get("M0")).toBeUndefined();
  });

  it("never forgets a match that waits or runs", () => {
    const book = new MatchRuns<{ match_id: string }>();
    const [waiting, running] = [{ match_id: "waiting" }, { match_id: "running" }];
    book.add(waiting);
    book.add(running);
    book.starts(running);
    for (let match = 0; match < 1_000; match++) {
      const job = { match_id: `M${match}` };
      book.add(job);
      book.ends(job);
    }
    expect(book.get("waiting")).toBe(waiting);
    expect(book.get("running")).toBe(running);
    expect(book.running).toBe(running);
  });

  it("counts what waits or runs apart from what is over, and is full at a limit", () => {
    const book = new MatchRuns<{ match_id: string }>();
    const jobs = Array.from({ length: mostOpenMatches }, (_, match) => ({ match_id: `M${match}` }));
    for (const job of jobs) {
      expect(book.isFull).toBe(false);
      book.add(job);
    }
    expect(book.isFull).toBe(true);
    for (const job of jobs.slice(0, 300)) book.ends(job);
    expect([book.isFull, book.open, book.ended]).toEqual([false, mostOpenMatches - 300, 300]);
  });
});
