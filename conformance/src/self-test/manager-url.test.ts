/** The manager's checks on a running manager: all of them share its one league. One test has the suite start managers. */
import { expect, test } from "vitest";
import { runInMemory } from "../../test/in-memory-run.js";
import { parse } from "../../test/one-form-agent.js";
import { runningAlready } from "../../test/running-already.js";
import { loadChecks } from "../checks/registry.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { changeCall, changeRequest, errorReply } from "../mutants/fault-injection.js";
import type { Mutant } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import type { HttpReply, HttpRequest } from "../sdk.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import type { Report } from "../types.js";

const checks = (await loadChecks()).filter(({ side }) => side === "manager");

async function reportOn(
  players: number,
  referees: number,
  { agent, inject }: Partial<Mutant> = {},
  canStart = false,
): Promise<Report> {
  const { report } = await runInMemory("manager", {
    checks,
    ...(agent === undefined ? {} : { agent: (launch, memory) => agent(launch, "manager", memory) }),
    ...(inject === undefined ? {} : { inject }),
    meets: async (inner, environment) =>
      canStart ? inner : runningAlready(inner, await environment.freePort(), { players, referees }),
    options: { players, referees, trusted: false },
  });
  return report;
}

async function verdicts(...about: Parameters<typeof reportOn>): Promise<Record<string, string[]>> {
  const report = await reportOn(...about);
  const byVerdict: Record<string, string[]> = {};
  for (const { id, verdict } of report.checks) byVerdict[verdict] = [...(byVerdict[verdict] ?? []), id];
  return byVerdict;
}

test.each([
  [5, 2],
  [2, 1],
])(
  "with %i players and %i referees most observations are made in the one league",
  async (players, referees) => {
    const { pass = [], "not-exercised": open = [], ...others } = await verdicts(players, referees);
    expect(others).toEqual({});
    expect(pass.length).toBeGreaterThan(35);
    expect(pass).toContain("manager/results/impossible-scores");
    expect(pass).toContain("manager/queries/standings-while-running");
    expect(pass).toContain("manager/registration/duplicate-name");
    expect(open).toContain("manager/alive/unresponsive-player");
  },
);

const known = await loadMutants();

const mutantOf = (id: string) =>
  known.find((one) => one.id === id) ?? expect.fail(`there is no mutant ${id}`);

const verdictsOfMutant = (id: string) => verdicts(4, 2, mutantOf(id));

test("an uneven distribution is reported for the admitted agents", async () => {
  const { checks: all } = await reportOn(4, 2, mutantOf("manager:favours-a-referee"));
  const { diagnosis } = all.find(({ id }) => id === "manager/schedule/spread-over-referees") ?? {};
  expect(diagnosis).toMatch(/in a league of 4 players .*\(REF01: \d, REF02: \d\)$/);
});

test("two points for every win are a fault of the standings, not of the reports", async () => {
  const { fail } = await verdictsOfMutant("manager:win-counts-two");
  expect(fail).toEqual(["manager/standings/points"]);
});

test("a manager without standings is not blamed for the points of its last reports", async () => {
  const { fail = [] } = await verdictsOfMutant("manager:sends-no-standings");
  expect(fail).toContain("manager/rounds/standings-after-each");
  expect(fail.filter((id) => id.startsWith("manager/results/"))).toEqual([]);
});

test("repeated match ids fail although the league does not end because of them", async () => {
  const { fail } = await verdictsOfMutant("manager:uses-match-ids-again");
  expect(fail).toContain("manager/schedule/match-ids");
});

test("a manager that uses the winner of a report and ignores its score breaks no MUST", async () => {
  const inject = changeRequest("MATCH_RESULT_REPORT", (report) => {
    const { result } = report;
    if (!isObject(result) || !isObject(result.details) || !isObject(result.details.choices)) return undefined;
    const { winner } = result;
    const pointsOf = (id: string) => (winner === null ? 1 : id === winner ? 3 : 0);
    const score = Object.fromEntries(Object.keys(result.details.choices).map((id) => [id, pointsOf(id)]));
    return { ...report, result: { ...result, score } };
  });
  const { fail = [] } = await verdicts(4, 2, { inject });
  expect(fail).toEqual([]);
});

test.each(["manager:accepts-any-token", "manager:accepts-reports-without-token"])(
  "%s: a round that ends with an accepted false report is not reported as ended early",
  async (id) => {
    const { checks: all } = await reportOn(4, 2, mutantOf(id));
    const early = all.find((one) => one.id === "manager/rounds/one-at-a-time");
    expect(early?.verdict).not.toBe("fail");
    expect(early?.diagnosis).toMatch(/a false report of R\dM\d was accepted; blocked by manager\/results\//);
  },
);

const PLAYED = ["manager/end/tells-every-player", "manager/results/answers-reports"];

const startOf = (http: HttpRequest): HttpRequest => {
  const message = { protocol: "league.v2", message_type: "START_LEAGUE", sender: "operator" };
  const times = { timestamp: "2026-01-01T00:00:00.000Z", conversation_id: "conv-start" };
  const call = { jsonrpc: "2.0", id: 1, method: "start_league", params: { ...message, ...times } };
  return { ...http, path: "/mcp", body: JSON.stringify(call) };
};
const refusal = (body: JsonObject) => Promise.resolve(errorReply(body, -32_602, "Sender not registered"));

const answered = ({ id }: JsonObject) =>
  Promise.resolve({ status: 200, headers: {}, body: JSON.stringify({ jsonrpc: "2.0", id, result: ok }) });
const ok = { message_type: "LEAGUE_STATUS", status: "ok" };

/** The league begins with a call of this kind. @param answer the answer to another `start_league` */
const beginsAt = (
  path: string,
  isStart: (params: unknown) => boolean,
  answer: (body: JsonObject) => Promise<HttpReply> = refusal,
): FaultInjection => ({
  handler: (inner) => (http) => {
    const body = parse(http.body) ?? {};
    const isCall = path === "/mcp" ? body.method === "start_league" : http.path === path;
    if (isCall && isStart(body.params)) return inner(startOf(http));
    return body.method === "start_league" ? answer(body) : inner(http);
  },
});

/** It takes no start from anywhere, and begins a while after the first registration. */
const beginsLate: FaultInjection = {
  handler: (inner, { clock }) => {
    let isWaiting = true;
    return (http) => {
      const body = parse(http.body) ?? {};
      if (isWaiting) clock.after(30_000, () => void inner(startOf(http)));
      isWaiting = false;
      return body.method === "start_league" ? refusal(body) : inner(http);
    };
  },
};

test.each([
  [
    "at a call without an envelope",
    beginsAt("/mcp", (params) => isObject(params) && Object.keys(params).length === 0),
  ],
  ["at a call to another path", beginsAt("/start_league", () => true)],
  ["at a call to another path, after an answer to start_league", beginsAt("/start", () => true, answered)],
  ["late", beginsLate],
])("a league that begins %s is played", async (_how, inject) => {
  const waiting = mutantOf("manager:waits-for-start-league");
  const { pass } = await verdicts(4, 2, { ...waiting, inject });
  expect(pass).toEqual(expect.arrayContaining(PLAYED));
});

test("managers that begin at a call to another path are started for every league, and called there", async () => {
  const waiting = mutantOf("manager:waits-for-start-league");
  const inject = beginsAt("/start", () => true, answered);
  const { pass } = await verdicts(4, 2, { ...waiting, inject }, true);
  expect(pass).toEqual(expect.arrayContaining([...PLAYED, "manager/matches/given-up"]));
});

test("matches of players that have not registered are no fault of the suite", async () => {
  const strangers = { player_A_id: "P91", player_B_id: "P92" };
  const inject = changeCall("RUN_MATCH", (match) =>
    match.round_id === 1 ? undefined : { ...match, ...strangers },
  );
  expect(await verdicts(4, 2, { inject }, true)).not.toHaveProperty("harness-error");
});
