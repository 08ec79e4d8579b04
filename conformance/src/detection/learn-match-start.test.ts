/**
 * Referees that no list has, under the suite: it learns from the SDK's league manager how they start a match, and what it asks
 * of others with an announcement it asks of them with an order.
 */
import { expect, test } from "vitest";
import { type RefereeForm, RefereeInForm } from "../../../sdk/test/gateway/peers/referee.js";
import {
  answersAfterReport,
  answersBeforeMatch,
  publicReferees,
} from "../../../sdk/test/gateway/peers/referees.js";
import { oneIn } from "../../../tools/gate/one-in.js";
import { runInMemory } from "../../test/in-memory-run.js";
import { loadChecks } from "../checks/registry.js";
import type { Agent, HttpReply, HttpRequest } from "../sdk.js";
import { pause } from "../time/pause.js";
import type { Report } from "../types.js";

const MATCHES = [
  "referee/over/carries-the-result",
  "referee/draw/draws-in-range",
  "referee/draw/publishes-what-was-sent",
  "referee/over/tells-both-once",
  "referee/report/reports-once",
];
/** Shows that the referee has read the answers of the suite's players where it looks for them. */
const READ = ["referee/draw/publishes-what-was-sent", "referee/over/tells-both-once"];
const PLAIN = ["transport/id/echoed", "transport/response/unknown-method", "transport/response/no-request"];
const FORM = "transport/wire/league-form";
const ORDERED_TWICE = ["referee/assignment/plays-once", "referee/over/tells-both-once"];

const known = await loadChecks();
const checks = known.filter(({ check }) => [...MATCHES, ...PLAIN, FORM].includes(check.id));
const PLAYER_PORTS = [8101, 8102, 8103, 8104];
const directory = new Map(
  PLAYER_PORTS.map((port, index) => [`P0${index + 1}`, `http://127.0.0.1:${port}/mcp`]),
);

/** Seven ways to start a match. */
const judged = publicReferees.slice(0, 7);

/** These two call players where their own configuration has them. */
const WITH_DIRECTORY = ["announced-with-directory", "start-match"];

/** What it does after a report, before it answers an order. */
const workMs = 100;

/** It fails at what is no JSON, as plain scripts do. */
async function answered(referee: RefereeInForm, http: HttpRequest): Promise<HttpReply> {
  const body = typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body);
  try {
    return await referee.handle({ ...http, body });
  } catch {
    return { status: 500, headers: { "content-type": "text/plain" }, body: "Internal Server Error" };
  }
}

function agentWith(form: RefereeForm): Agent {
  return {
    role: "referee",
    connect({ endpoint, transport, clock, league = "" }) {
      const own: ReadonlyMap<string, string> = WITH_DIRECTORY.includes(form.name) ? directory : new Map();
      const self = { name: form.name, url: endpoint, id: "REF01", directory: own };
      const referee = new RefereeInForm(form, self, transport, league);
      const registered = referee.register().then(() => ({ id: "REF01", league_id: null, auth_token: "" }));
      return {
        role: "referee",
        handle: async (http) => {
          const reply = await answered(referee, http);
          if (String(http.body).includes("RUN_MATCH")) await pause(clock, workMs);
          return reply;
        },
        registered,
        done: new Promise(() => undefined),
        health: () => {
          throw new Error("it has no health");
        },
        close: async () => undefined,
      };
    },
  };
}

async function examined(form: RefereeForm, playerPorts?: readonly number[], asked = checks): Promise<Report> {
  const options = { profile: undefined, trusted: false, playerPorts };
  const { report } = await runInMemory("referee", { agent: () => agentWith(form), checks: asked, options });
  return report;
}

const verdictsOf = ({ checks: results }: Report, ids: readonly string[]) =>
  results.filter(({ id }) => ids.includes(id)).map(({ id, verdict }) => `${id} ${verdict}`);
const isOpen = (one: string) => !/ (pass|fail|warn)$/.test(one);

test.each(oneIn(2, judged).map((form) => [form.name, form] as const))(
  "%s is judged by its matches and by its answers, and its form costs one failure",
  async (name, form) => {
    const report = await examined(form, WITH_DIRECTORY.includes(name) ? PLAYER_PORTS : undefined);
    expect(verdictsOf(report, [FORM])).toEqual([`${FORM} fail`]);
    expect(verdictsOf(report, MATCHES).filter(isOpen)).toEqual([]);
    expect(verdictsOf(report, READ)).toEqual(READ.map((id) => `${id} pass`));
    // A plain POST has neither ids nor methods to ask for.
    if (name !== "post-run-match") expect(verdictsOf(report, PLAIN).filter(isOpen)).toEqual([]);
  },
);

test("a referee that calls the players of its configuration does not call the suite's players at free ports", async () => {
  const form = judged.find(({ name }) => name === "start-match");
  if (form === undefined) throw new Error("start-match is gone");
  const report = await examined(form);
  expect(report.wire).toBe("start-match");
  expect(verdictsOf(report, MATCHES).filter((one) => !isOpen(one))).toEqual([]);
});

test("a referee that plays a match again where it is ordered again breaks the clause about that, and no other", async () => {
  const form = judged.find(({ name }) => name === "assign-match");
  if (form === undefined) throw new Error("assign-match is gone");
  const asked = known.filter(({ check }) => ORDERED_TWICE.includes(check.id));
  const report = await examined(form, undefined, asked);
  expect(verdictsOf(report, ORDERED_TWICE)).toEqual([
    "referee/assignment/plays-once warn",
    "referee/over/tells-both-once pass",
  ]);
});

const TOKEN = "referee/registration/token-throughout";

test("a referee of a form without tokens is not tested for the token in its messages", async () => {
  const form = judged.find(({ name }) => name === "announced-with-directory");
  if (form === undefined) throw new Error("announced-with-directory is gone");
  const asked = known.filter(({ check }) => [TOKEN, ...MATCHES].includes(check.id));
  const report = await examined(form, PLAYER_PORTS, asked);
  expect(verdictsOf(report, [TOKEN])).toEqual([`${TOKEN} not-applicable`]);
});

const RUN = known.filter(({ check }) => check.decides.includes("REF-RUN-01"));

test("a referee has the same form and verdicts, whether it answers an order before its match or after the report", async () => {
  const asked = [...new Set([...checks, ...RUN])];
  const both = [answersBeforeMatch, answersAfterReport];
  const reports = await Promise.all(both.map((form) => examined(form, undefined, asked)));
  expect(reports.map(({ wire }) => wire)).toEqual(["direct-match", "direct-match"]);
  const ids = RUN.map(({ check }) => check.id);
  const [before, after] = reports.map((report) => verdictsOf(report, ids));
  expect(before).toEqual(after);
  expect(after?.filter((one) => !one.endsWith(" pass"))).toEqual([]);
});
