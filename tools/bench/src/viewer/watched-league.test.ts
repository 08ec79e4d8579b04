import { expect, test } from "vitest";
import { watchedLeague } from "./watched-league.ts";

test("a league that is watched is played to its end, and each watcher is sent all of it", async () => {
  const { cpuSeconds, seconds, bytes } = await watchedLeague(2, 3);
  expect(cpuSeconds).toBeGreaterThan(0);
  // The players think about their one match for about a second.
  expect(seconds).toBeGreaterThan(0.5);
  expect(bytes).toBeGreaterThan(3 * 5_000);
});
