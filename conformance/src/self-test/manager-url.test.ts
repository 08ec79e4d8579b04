/** The manager's checks on a running manager: all of them share its one league. */
import { expect, test } from "vitest";
import { runInMemory, runningAlready } from "../../test/in-memory-run.js";
import { injected } from "../../test/injected.js";
import { loadChecks } from "../checks/registry.js";
import { isObject, type JsonObject } from "../json.js";
import { changedRequests, errorReply, jsonReply, parse } from "../mutants/fault-injection.js";
import type { Mutant } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import type { HttpReply, HttpRequest } from "../sdk.js";
import type { FaultInjection } from "../subject/in-process-subject.js";

const checks = (await loadChecks()).filter(({ side }) => side === "manager");
const known = await loadMutants();

interface Running extends Partial<Pick<Mutant, "agent" | "inject">> {
  /** A known fault. */
  id?: string;
  numbers?: [players: number, referees: number];
  /** Whether the suite starts it itself, as often as it needs. */
  isStarted?: true;
}

/** The checks with each verdict, and the diagnoses by check. */
async function judged({ id, numbers: [players, referees] = [4, 2], isStarted, inject }: Running) {
  const fault: Partial<Mutant> =
    id === undefined ? {} : (known.find((one) => one.id === id) ?? expect.fail(`no fault ${id}`));
  const { agent, inject: own } = { ...fault, ...(inject === undefined ? {} : { inject }) };
  const { report } = await runInMemory("manager", {
    checks,
    ...(agent === undefined ? {} : { agent: (launch, memory) => agent(launch, "manager", memory) }),
    ...(own === undefined ? {} : { inject: own }),
    meets: async (inner, environment) =>
      isStarted === true ? inner : runningAlready(inner, await environment.freePort(), { players, referees }),
    options: { players, referees, trusted: false, verdictsOnly: true },
  });
  const of = (verdict: string) => report.checks.filter((one) => one.verdict === verdict).map((one) => one.id);
  const diagnosisOf = (id: string) => report.checks.find((one) => one.id === id)?.diagnosis;
  return { of, diagnosisOf, verdicts: new Set(report.checks.map(({ verdict }) => verdict)) };
}

test.each([
  [5, 2],
  [2, 1],
])("with %i players and %i referees most observations are made in the one league", async (...numbers) => {
  const { of, verdicts } = await judged({ numbers });
  expect(verdicts).toEqual(new Set(["pass", "not-exercised"]));
  expect(of("pass").length).toBeGreaterThan(35);
  const seen = [
    "results/impossible-scores",
    "queries/standings-while-running",
    "registration/duplicate-name",
  ];
  expect(of("pass")).toEqual(expect.arrayContaining(seen.map((name) => `manager/${name}`)));
  expect(of("not-exercised")).toContain("manager/alive/unresponsive-player");
});

/** An uneven distribution is of the admitted agents; a false report that was accepted is the cause of an early end. */
const FALSE_REPORT = /a false report of R\dM\d was accepted; blocked by manager\/results\//;

test.each([
  [
    "favours-a-referee",
    "schedule/spread-over-referees",
    "fail",
    /in a league of 4 players .*\(REF01: \d, REF02: \d\)/,
  ],
  ["accepts-any-token", "rounds/one-at-a-time", "not-exercised", FALSE_REPORT],
  ["accepts-reports-without-token", "rounds/one-at-a-time", "not-exercised", FALSE_REPORT],
  ["uses-match-ids-again", "schedule/match-ids", "fail", /./],
  ["sends-no-standings", "rounds/completion-after-each", "fail", /./],
])("of a manager that %s, %s is judged as %s", async (name, check, verdict, why) => {
  const { of, diagnosisOf } = await judged({ id: `manager:${name}` });
  expect(of(verdict)).toContain(`manager/${check}`);
  expect(diagnosisOf(`manager/${check}`)).toMatch(why);
  // Without standings it is not blamed for the points of its last reports.
  if (name === "sends-no-standings")
    expect(of("fail").filter((id) => id.startsWith("manager/results/"))).toEqual([]);
});

test("two points for every win are a fault of the standings, not of the reports", async () => {
  const { of } = await judged({ id: "manager:win-counts-two" });
  expect(of("fail")).toEqual(["manager/standings/points"]);
});

test("a manager that uses the winner of a report and ignores its score breaks no MUST", async () => {
  const handler = changedRequests("MATCH_RESULT_REPORT", (report) => {
    const { result } = report;
    if (!isObject(result) || !isObject(result.details) || !isObject(result.details.choices)) return undefined;
    const { winner } = result;
    const pointsOf = (id: string) => (winner === null ? 1 : id === winner ? 3 : 0);
    const score = Object.fromEntries(Object.keys(result.details.choices).map((id) => [id, pointsOf(id)]));
    return { ...report, result: { ...result, score } };
  });
  expect((await judged({ inject: { handler } })).of("fail")).toEqual([]);
});

const startOf = (http: HttpRequest): HttpRequest => {
  const message = { protocol: "league.v2", message_type: "START_LEAGUE", sender: "operator" };
  const times = { timestamp: "2026-01-01T00:00:00.000Z", conversation_id: "conv-start" };
  const call = { jsonrpc: "2.0", id: 1, method: "start_league", params: { ...message, ...times } };
  return { ...http, path: "/mcp", body: JSON.stringify(call) };
};
const refusal = (body: JsonObject) => errorReply(body, -32_602, "Sender not registered");
const answered = ({ id }: JsonObject) =>
  jsonReply({ jsonrpc: "2.0", id, result: { message_type: "LEAGUE_STATUS", status: "ok" } });

/** The league begins with a call of this kind. @param answer the answer to another `start_league` */
const beginsAt = (
  path: string,
  isStart: (params: unknown) => boolean,
  answer: (body: JsonObject) => HttpReply = refusal,
): FaultInjection => ({
  handler: (inner) => async (http) => {
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
    return async (http) => {
      const body = parse(http.body) ?? {};
      if (isWaiting) clock.after(30_000, () => void inner(startOf(http)));
      isWaiting = false;
      return body.method === "start_league" ? refusal(body) : inner(http);
    };
  },
};

const isEmpty = (params: unknown) => isObject(params) && Object.keys(params).length === 0;
const atStart = beginsAt("/start", () => true, answered);

test.each<[string, FaultInjection, string[], true?]>([
  ["at a call without an envelope", beginsAt("/mcp", isEmpty), []],
  ["at a call to another path", beginsAt("/start_league", () => true), []],
  ["at a call to another path, after an answer to start_league", atStart, []],
  ["late", beginsLate, []],
  ["at a call to another path, in each of its leagues", atStart, ["manager/matches/given-up"], true],
])("a league that begins %s is played", async (_how, inject, more, isStarted) => {
  const waiting = "manager:waits-for-start-league";
  const { of } = await judged({ id: waiting, inject, ...(isStarted && { isStarted }) });
  const played = ["manager/end/tells-every-player", "manager/results/answers-reports", ...more];
  expect(of("pass")).toEqual(expect.arrayContaining(played));
});

test("matches of players that have not registered are no fault of the suite", async () => {
  const strangers = { "/player_A_id": "P91", "/player_B_id": "P92" };
  const inject = injected("manager", {
    on: "RUN_MATCH",
    when: { "/round_id": { above: 1 } },
    set: strangers,
  });
  expect((await judged({ inject, isStarted: true })).verdicts).not.toContain("harness-error");
});
