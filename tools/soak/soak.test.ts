import { describe, expect, it } from "vitest";
import { HeapSeries } from "./heap-series.ts";
import { load, soak } from "./soak.ts";

describe("a soak", () => {
  it("plays whole leagues until it has enough matches", async () => {
    const seen: number[] = [];
    const played = await soak({
      matches: 20,
      seed: 1,
      players: 6,
      referees: 2,
      onLeague: (done) => void seen.push(done),
    });
    expect(played).toBe(30);
    expect(seen).toEqual([15, 30]);
  });
});

describe("a series of heaps", () => {
  it("detects growth: retained 50 MiB show in its slope", () => {
    const heap = new HeapSeries();
    const kept: string[][] = [];
    for (let done = 0; done < 10; done++) {
      kept.push(Array.from({ length: 100_000 }, (_, index) => `${done}/${index}/${kept.length}`));
      heap.measure(done);
    }
    expect(heap.slope).toBeGreaterThan(2 ** 20);
    expect(kept).toHaveLength(10);
  });

  it("has no slope with too few points", () => {
    expect(new HeapSeries().slope).toBe(0);
  });
});

it("load over HTTP plays every requested league, and reports the cost of a match", async () => {
  const [step] = await load({ players: 3, referees: 1, steps: [2] });
  expect(step?.leagues).toBe(2);
  expect(step?.matchesPerSecond).toBeGreaterThan(0);
  expect(step?.msPerMatch).toBeGreaterThan(0);
});
