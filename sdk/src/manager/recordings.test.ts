import { beforeEach, describe, expect, it } from "vitest";
import { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
import { MemoryStore } from "./memory-store.js";
import { ResultWaiters } from "./result-waiters.js";
import { unplayed, won } from "./store-contract/samples.fixture.js";

let clock: SimulatedClock;
let store: MemoryStore;
let closing: AbortController;
let recordings: ResultWaiters;

beforeEach(() => {
  clock = new SimulatedClock();
  store = new MemoryStore();
  closing = new AbortController();
  recordings = new ResultWaiters(store, clock, closing.signal);
});

const passed = () => clock.now() - SIMULATION_START;

describe("a watch", () => {
  it("hears of a result in time, also of one that came before it was waited for", async () => {
    const [early, late] = [recordings.watch("R1M1"), recordings.watch("R1M1")];
    clock.after(500, () => void store.record(won));
    await clock.advance(600);
    expect(await clock.run(early.within(1_000))).toBe(true);
    expect(await clock.run(late.within(0))).toBe(true);
    expect(passed()).toBe(600);
    early.forget();
    late.forget();
    expect(clock.pending).toBe(0);
  });

  it("gives up after its time, and when the manager is closed", async () => {
    const watch = recordings.watch("R1M1");
    expect(await clock.run(watch.within(1_000))).toBe(false);
    expect(passed()).toBe(1_000);
    const another = recordings.watch("R1M1");
    clock.after(100, () => closing.abort());
    expect(await clock.run(another.within(60_000))).toBe(false);
    expect(passed()).toBe(1_100);
    for (const one of [watch, another]) one.forget();
    expect(clock.pending).toBe(0);
  });
});

describe("the wait for all matches of a round", () => {
  it("is over with the last result, whether it came before or after", async () => {
    await store.record(won);
    clock.after(700, () => void store.record(unplayed));
    await clock.run(recordings.all(["R1M1", "R2M1"], closing.signal));
    expect(passed()).toBe(700);
  });

  it("ends with the signal", async () => {
    const season = new AbortController();
    clock.after(300, () => season.abort(new Error("the lease is lost")));
    const waiting = recordings.all(["R1M1"], season.signal);
    await expect(clock.run(waiting)).rejects.toThrow("the lease is lost");
    await expect(recordings.all(["R1M1"], season.signal)).rejects.toThrow("the lease is lost");
  });
});

describe("the next result", () => {
  it("is waited for no longer than it is said", async () => {
    clock.after(200, () => void store.record(won));
    await clock.run(recordings.next(1_000));
    expect(passed()).toBe(200);
    await clock.run(recordings.next(1_000));
    expect(passed()).toBe(1_200);
    closing.abort();
    await recordings.next(60_000);
    expect(clock.pending).toBe(0);
  });
});
