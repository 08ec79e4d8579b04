import { getEventListeners } from "node:events";
import { beforeEach, expect, it } from "vitest";
import { SIMULATION_START, SimulatedClock } from "../../platform/simulated-clock.js";
import { won } from "../../testing/contract-tests/samples.js";
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

it("a wait that is stopped ignores the result, and leaves no timer and no listener", async () => {
  const before = getEventListeners(closing.signal, "abort").length;
  const watch = resultWaiters.watch("R1M1");
  let isSettled = false;
  void watch.within(1_000).then(() => {
    isSettled = true;
  });
  watch.stop();
  await store.record(won);
  expect([isSettled, clock.pending]).toEqual([false, 0]);
  expect(getEventListeners(closing.signal, "abort")).toHaveLength(before);
});
