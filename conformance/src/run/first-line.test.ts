/** The first line of a report names the clause that was broken, before all consequences: a ninth of the list here, all with `FULL=1`. */
import { expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { loadChecks } from "../checks/registry.js";
import { loadMutants } from "../mutants/registry.js";
import { worstFirst } from "../report/verdicts.js";
import { tryMutant } from "../self-test/trial.js";
import type { CheckResult, Role } from "../types.js";
import { placeInReport } from "./importance.js";

/** They send thousands of requests, and none of these faults shows in them first. */
const LONG_GROUPS = /^[a-z]+\/(hostile|limit|negative|robustness)\//;
const checks = (await loadChecks()).filter(
  ({ check }) => !LONG_GROUPS.test(check.id) || check.needs?.observes === true,
);
const mutants = await loadMutants();

const known = new Map<string, Promise<CheckResult[]>>();

/** Each mutant is tried once for all tests of this file. */
function complaintsAbout(id: string, role: Role): Promise<CheckResult[]> {
  const name = `${id} ${role}`;
  const complaints = known.get(name) ?? tried(id, role);
  known.set(name, complaints);
  return complaints;
}

async function tried(id: string, role: Role): Promise<CheckResult[]> {
  const mutant = mutants.find((one) => one.id === id) ?? expect.fail(`there is no mutant ${id}`);
  const results = await tryMutant(mutant, role, { checks, seed: 1, wire: "canonical" });
  return worstFirst([...results.values()]).filter(({ verdict }) => verdict === "fail" || verdict === "warn");
}

const FIRST_LINES: readonly (readonly [id: string, role: Role, clause: string])[] = [
  ["transport:empty-conversations", "player", "TRN-ENV-01"],
  ["transport:empty-conversations", "referee", "TRN-ENV-01"],
  ["transport:empty-conversations", "manager", "TRN-ENV-01"],
  ["transport:types-in-lower-case", "player", "TRN-ENV-01"],
  ["transport:types-in-lower-case", "referee", "TRN-ENV-01"],
  ["transport:types-in-lower-case", "manager", "TRN-ENV-01"],
  ["transport:shows-stack-traces", "manager", "TRN-SAFE-02"],
  ["referee:chooses-for-slow-players", "referee", "REF-CHOICE-05"],
  ["manager:two-referees-for-a-match", "manager", "LM-MATCH-01"],
  ["manager:every-third-order-in-conversation-7", "manager", "TRN-ENV-01"],
  ["manager:every-third-order-in-league-7", "manager", "LM-MATCH-02"],
  ["manager:losses-in-words", "manager", "LM-TAB-01"],
  ["manager:admits-the-third-player-late", "manager", "LM-REG-01"],
  ["referee:reports-the-third-in-no-conversation", "referee", "TRN-ENV-01"],
  ["manager:announces-every-third-as-round-1", "manager", "LM-SCHED-03"],
  ["manager:every-third-order-names-no-match", "manager", "LM-MATCH-01"],
  ["manager:announces-under-the-first-id", "manager", "LM-SCHED-03"],
  ["manager:no-id-for-every-third-referee", "manager", "LM-REG-02"],
  ["manager:another-token-for-the-second-player", "manager", "LM-REG-01"],
  ["manager:tells-other-referees-the-first-token", "manager", "LM-REG-05"],
  ["manager:loses-tokens", "manager", "LM-KEEP-01"],
  ["manager:loses-results", "manager", "LM-KEEP-02"],
  ["manager:ends-before-the-last-round", "manager", "LM-ROUND-07"],
  ["manager:standings-come-last", "manager", "LM-ROUND-07"],
  ["manager:one-code-for-all-refusals", "manager", "LM-RES-08"],
  ["transport:errors-without-data", "manager", "TRN-ERR-04"],
  ["player:chooses-once", "player", "PLY-CHOICE-07"],
  ["player:abandons-the-match-on-an-error", "player", "PLY-ERR-01"],
];

test.each(oneIn(9, FIRST_LINES))("%s as a %s: %s", async (id, role, clause) => {
  const complaints = await complaintsAbout(id, role);
  expect(complaints[0]?.clause).toEqual([clause]);
});

test("a fault of almost every message is reported for all of them, and a fault of one message is not", async () => {
  const [everywhere] = await complaintsAbout("transport:empty-conversations", "player");
  expect(everywhere?.everywhere).toBe(true);
  const [once] = await complaintsAbout("player:chooses-once", "player");
  expect(once).not.toHaveProperty("everywhere");
});

test("short tokens that are random cannot be computed", async () => {
  const clauses = (await complaintsAbout("manager:short-tokens", "manager")).flatMap(({ clause }) => clause);
  expect(clauses).toContain("LM-REG-12");
  expect(clauses).not.toContain("LM-REG-05");
});

test.each(["player:chooses-once", "player:abandons-the-match-on-an-error"])(
  "%s: its treatment of its own referee is not reported as trust in other senders",
  async (id) => {
    const clauses = (await complaintsAbout(id, "player")).flatMap(({ clause }) => clause);
    expect(clauses).not.toContain("PLY-AUTH-01");
  },
);

const inOrder = (await loadChecks()).toSorted((a, b) => placeInReport(a) - placeInReport(b));
const places = new Map(inOrder.map(({ check }, place) => [check.id, place]));

/** One fault fails both checks of a row; the first line names the first. */
test.each([
  ["transport/notification/unanswered", "transport/batch/notifications"],
  ["transport/response/unknown-method", "transport/batch/mixed"],
  ["transport/response/says-2-0", "transport/hostile/scalar"],
])("%s stands before %s", (first, second) => {
  expect([...places.keys()]).toEqual(expect.arrayContaining([first, second]));
  expect(places.get(first)).toBeLessThan(places.get(second) ?? -1);
});

test("what is wrong in a message stands before what did not happen, where it is wrong", () => {
  const [observing, acting] = [
    "referee/report/names-the-match-throughout",
    "referee/join/loses-by-silence",
  ].map((id) => inOrder.find(({ check }) => check.id === id) ?? expect.fail(`there is no check ${id}`));
  if (observing === undefined || acting === undefined) return;
  expect(placeInReport(observing, "pass")).toBeGreaterThan(placeInReport(acting, "fail"));
  expect(placeInReport(observing, "fail")).toBeLessThan(placeInReport(acting, "fail"));
});
