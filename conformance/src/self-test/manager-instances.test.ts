/** The number and purposes of the starts of a league manager in a run. */
import { expect, test } from "vitest";
import { runInMemory } from "../../test/in-memory-run.js";
import { loadChecks } from "../checks/registry.js";
import { referenceLasts } from "../subject/reference-agent.js";
import type { LaunchOptions } from "../subject/subject.js";

/** Every check that plays separate leagues; the others share one manager that waits for agents. */
const checks = (await loadChecks()).filter(
  ({ side, check }) => side === "manager" || check.id.startsWith("transport/outgoing/"),
);

test("a conforming manager is started once for each of these purposes, and again after it was killed", async () => {
  const launches: LaunchOptions[] = [];
  await runInMemory("manager", {
    checks,
    meets: (inner) => ({
      ...inner,
      launch: (options) => {
        launches.push(options);
        return inner.launch(options);
      },
    }),
  });
  const first = launches.filter(({ after }) => after === undefined);
  expect(first.flatMap(({ purpose = [] }) => purpose).toSorted()).toEqual([
    "a league none of whose players can be reached",
    "a league of 3 players and 2 referees",
    "a league of 4 players and 2 referees",
    "a league of 6 players and 4 referees",
    "a league of 7 players and 1 referees",
    "a league whose manager is killed and started again",
    "a league with a player that misses messages and an only referee that refuses a match",
    "a league with a referee that answers with HTTP 500, one that answers without JSON, one that refuses it, as every other referee does, one that acknowledges it with a malformed message",
    "a league with a referee that never answers RUN_MATCH, one that ends at once, one that resets the connection, one that refuses it",
    "a league with a referee that never reports",
    "a league with all kinds of reports",
    "a league with messages that must not disturb it",
    "a league with no referee",
    "a league with one player",
    "a league with players with all kinds of faults",
    "a plain league of 2 players and 1 referees",
    "a plain league of 5 players and 2 referees",
    "a random sequence of reports",
    "bad answers to RUN_MATCH",
    "registrations at a manager whose league does not begin",
  ]);
  expect(first.filter(({ purpose }) => purpose === undefined)).toHaveLength(1);
  expect(launches.length - first.length).toBe(referenceLasts ? 1 : 0);
});
