import { beforeEach, expect, it } from "vitest";
import { SIMULATION_START, SimulatedClock } from "../../platform/simulated-clock.js";
import { unplayed, won } from "../../testing/contract-tests/samples.js";
import { MemoryStore } from "../store/memory-store.js";
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

it("a watch resolves on a result in time, also on one recorded before the wait began", async () => {
  const [early, late] = [resultWaiters.watch("R1M1"), resultWaiters.watch("R1M1")];
  clock.after(500, () => void store.record(won));
  await clock.advance(600);
  for (const [watch, ms] of [
    [early, 1_000],
    [late, 0],
  ] as const)
    expect(await clock.run(watch.within(ms))).toBe(true);
  for (const watch of [early, late]) watch.stop();
  expect([passed(), clock.pending]).toEqual([600, 0]);
});

it("a watch resolves with false after its time, and when the manager is closed", async () => {
  const [first, second] = [resultWaiters.watch("R1M1"), resultWaiters.watch("R1M1")];
  expect(await clock.run(first.within(1_000))).toBe(false);
  expect(passed()).toBe(1_000);
  clock.after(100, () => closing.abort());
  expect(await clock.run(second.within(60_000))).toBe(false);
  for (const watch of [first, second]) watch.stop();
  expect([passed(), clock.pending]).toEqual([1_100, 0]);
});

it("the wait for all matches of a round ends with the last result, also if some were recorded before", async () => {
  await store.record(won);
  clock.after(700, () => void store.record(unplayed));
  await clock.run(resultWaiters.all(["R1M1", "R2M1"], closing.signal));
  expect(passed()).toBe(700);
});

it("the wait for all matches of a round ends with its signal", async () => {
  const season = new AbortController();
  clock.after(300, () => season.abort(new Error("the lease is lost")));
  const wait = () => resultWaiters.all(["R1M1"], season.signal);
  await expect(clock.run(wait())).rejects.toThrow("the lease is lost");
  await expect(wait()).rejects.toThrow("the lease is lost");
});

it("the next result is awaited no longer than the given time", async () => {
  clock.after(200, () => void store.record(won));
  for (const ms of [200, 1_200]) {
    await clock.run(resultWaiters.next(1_000));
    expect(passed()).toBe(ms);
  }
  closing.abort();
  await resultWaiters.next(60_000);
  expect(clock.pending).toBe(0);
});
