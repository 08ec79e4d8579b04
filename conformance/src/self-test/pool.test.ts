import { afterEach, expect, test } from "vitest";
import { trialsOnThreads } from "./pool.js";
import type { TrialJob } from "./trials.js";

const job = (seed: number): TrialJob => ({
  ...{ on: { kind: "reference" }, role: "player", wire: "canonical", seed },
});
const scriptedTrials = (threads: number) =>
  trialsOnThreads(threads, new URL("../../test/scripted-thread.mjs", import.meta.url));
let trials = scriptedTrials(1);

afterEach(() => trials.close());

test.each([1, 3])("on %i threads every job gets its own answer", async (threads) => {
  trials = scriptedTrials(threads);
  const results = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => trials.run(job(seed))));
  expect(results.flat().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map((seed) => `player/${seed}`));
});

test("a failed job does not affect the others", async () => {
  trials = scriptedTrials(1);
  const [failing, next] = [trials.run(job(13)), trials.run(job(1))];
  await expect(failing).rejects.toThrow("scripted failure");
  expect(await next).toEqual([{ id: "player/1", verdict: "pass" }]);
});

test("a thread that ends is reported, and its jobs are not awaited", async () => {
  trials = scriptedTrials(2);
  const [lost, other] = [trials.run(job(99)), trials.run(job(2))];
  await expect(lost).rejects.toThrow("exit code 3");
  expect(await other).toEqual([{ id: "player/2", verdict: "pass" }]);
});
