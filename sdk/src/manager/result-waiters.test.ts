import { beforeEach, describe, expect, it } from "vitest";
import { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
import { unplayed, won } from "../testing/contract-tests/samples.js";
import { MemoryStore } from "./memory-store.js";
import { ResultWaiters } from "./result-waiters.js";

let clock: SimulatedClock;
let store: MemoryStore;
let closing: AbortController;
let resultWaiters: ResultWaiters;

beforeEach(() => {
  clock = new SimulatedClock();
  store = new MemoryStore();
  closing = new AbortController();
  resultWaiters = new ResultWaiters(store, clock, closing.signal);
});

const passed = () => clock.now() - SIMULATION_START;

describe("a watch", () => {
  it("resolves on a result in time, also on one recorded before the wait began", async () => {
    const [early, late] = [resultWaiters.watch("R1M1"), resultWaiters.watch("R1M1")];
    clock.after(500, () => void store.record(won));
    await clock.advance(600);
    expect(await clock.run(early.within(1_000))).toBe(true);
    expect(await clock.run(late.within(0))).toBe(true);
    expect(passed()).toBe(600);
    early.stop();
    late.stop();
    expect(clock.pending).toBe(0);
  });

  it("resolves with false after its time, and when the manager is closed", async () => {
    const watch = resultWaiters.watch("R1M1");
    expect(await clock.run(watch.within(1_000))).toBe(false);
    expect(passed()).toBe(1_000);
    const another = resultWaiters.watch("R1M1");
    clock.after(100, () => closing.abort());
    expect(await clock.run(another.within(60_000))).toBe(false);
    expect(passed()).toBe(1_100);
    for (const one of [watch, another]) one.stop();
    expect(clock.pending).toBe(0);
  });
});

describe("the wait for all matches of a round", () => {
  it("ends with the last result, also if results were recorded before", async () => {
    await store.record(won);
    clock.after(700, () => void store.record(unplayed));
    await clock.run(resultWaiters.all(["R1M1", "R2M1"], closing.signal));
    expect(passed()).toBe(700);
  });

  it("ends with the signal", async () => {
    const season = new AbortController();
    clock.after(300, () => season.abort(new Error("the lease is lost")));
    const waiting = resultWaiters.all(["R1M1"], season.signal);
    await expect(clock.run(waiting)).rejects.toThrow("the lease is lost");
    await expect(resultWaiters.all(["R1M1"], season.signal)).rejects.toThrow("the lease is lost");
  });
});

describe("the next result", () => {
  it("is awaited no longer than the given time", async () => {
    clock.after(200, () => void store.record(won));
    await clock.run(resultWaiters.next(1_000));
    expect(passed()).toBe(200);
    await clock.run(resultWaiters.next(1_000));
    expect(passed()).toBe(1_200);
    closing.abort();
    await resultWaiters.next(60_000);
    expect(clock.pending).toBe(0);
  });
});
