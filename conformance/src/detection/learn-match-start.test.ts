/**
 * Referees that no list has, under the suite: it learns from the SDK's league manager how they start a match, and what it asks
 * of others with an announcement it asks of them with an order.
 */
import { expect, test } from "vitest";
import { RefereeInForm } from "../../../sdk/test/gateway/peers/referee.js";
import { publicReferee, publicReferees } from "../../../sdk/test/gateway/peers/referees.js";
import { oneIn } from "../../../tools/gate/one-in.js";
import { runInMemory } from "../../test/in-memory-run.js";
import { loadChecks } from "../checks/registry.js";
import type { Agent, HttpReply, HttpRequest } from "../sdk.js";
import { pause } from "../time/pause.js";

const MATCHES = [
  "referee/over/carries-the-result",
  "referee/draw/draws-in-range",
  "referee/report/reports-once",
];
/** Shows that the referee has read the answers of the suite's players where it looks for them. */
const READ = ["referee/draw/publishes-what-was-sent", "referee/over/tells-both-once"];
const PLAIN = ["transport/id/echoed", "transport/response/unknown-method", "transport/response/no-request"];
const FORM = "transport/wire/league-form";
const TOKEN = "referee/registration/uses-assigned-id";

const known = await loadChecks();
const PLAYER_PORTS = [8101, 8102, 8103, 8104];
const directory = new Map(
  PLAYER_PORTS.map((port, index) => [`P0${index + 1}`, `http://127.0.0.1:${port}/mcp`]),
);
/** These two call players where their own configuration has them. */
const WITH_DIRECTORY = ["announced-with-directory", "start-match"];
/** What it does after a report, before it answers an order. */
const workMs = 100;

type Form = (typeof publicReferees)[number];

/** It fails at what is no JSON, as plain scripts do. */
async function answered(referee: RefereeInForm, http: HttpRequest): Promise<HttpReply> {
  const body = typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body);
  try {
    return await referee.handle({ ...http, body });
  } catch {
    return { status: 500, headers: { "content-type": "text/plain" }, body: "Internal Server Error" };
  }
}

const agentWith = (form: Form): Agent => ({
  role: "referee",
  connect({ endpoint, transport, clock, league = "" }) {
    const own: ReadonlyMap<string, string> = WITH_DIRECTORY.includes(form.name) ? directory : new Map();
    const self = { name: form.name, url: endpoint, id: "REF01", directory: own };
    const referee = new RefereeInForm(form, self, transport, league);
    return {
      role: "referee",
      handle: async (http) => {
        const reply = await answered(referee, http);
        if (String(http.body).includes("RUN_MATCH")) await pause(clock, workMs);
        return reply;
      },
      registered: referee.register().then(() => ({ id: "REF01", league_id: null, auth_token: "" })),
      done: new Promise(() => undefined),
      health: () => ({}) as never,
      close: async () => undefined,
    };
  },
});

/** The form in which it is judged, and its verdicts by check. */
async function examined(form: Form | string, ids: readonly string[], playerPorts?: readonly number[]) {
  const agent = typeof form === "string" ? publicReferee(form) : form;
  const options = { profile: undefined, trusted: false, playerPorts };
  const checks = known.filter(({ check }) => ids.includes(check.id));
  const { report } = await runInMemory("referee", { agent: () => agentWith(agent), checks, options });
  const found = Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict]));
  return { wire: report.wire, found };
}

const isDecided = (verdict: string | undefined) => ["pass", "fail", "warn"].includes(String(verdict));

test.each(oneIn(3, publicReferees.slice(0, 7)).map((form) => [form.name, form] as const))(
  "%s is judged by its matches and by its answers, and its form costs one failure",
  async (name, form) => {
    const ports = WITH_DIRECTORY.includes(name) ? PLAYER_PORTS : undefined;
    const { found } = await examined(form, [...MATCHES, ...READ, ...PLAIN, FORM], ports);
    expect(found[FORM]).toBe("fail");
    expect(READ.map((id) => found[id])).toEqual(["pass", "pass"]);
    // A plain POST has neither ids nor methods to ask for.
    const asked = [...MATCHES, ...(name === "post-run-match" ? [] : PLAIN)];
    expect(asked.filter((id) => !isDecided(found[id]))).toEqual([]);
  },
);

test("a referee that calls the players of its configuration does not call the suite's players at free ports", async () => {
  const { wire, found } = await examined("start-match", MATCHES);
  expect(wire).toBe("start-match");
  expect(Object.values(found).filter(isDecided)).toEqual([]);
});

test("a referee that plays a match again where it is ordered again breaks the clause about that, and no other", async () => {
  const ids = ["referee/assignment/plays-once", "referee/over/tells-both-once"];
  const { found } = await examined("assign-match", ids);
  expect(ids.map((id) => found[id])).toEqual(["warn", "pass"]);
});

test("a referee of a form without tokens is not tested for the token in its messages", async () => {
  const { found } = await examined("announced-with-directory", [TOKEN, ...MATCHES], PLAYER_PORTS);
  expect(found[TOKEN]).toBe("not-applicable");
});

test("a referee has the same form and verdicts, whether it answers an order before its match or after the report", async () => {
  const runs = known.flatMap(({ check }) => (check.decides.includes("REF-RUN-01") ? [check.id] : []));
  for (const form of ["answers-before-match", "answers-after-report"].map(publicReferee)) {
    const { wire, found } = await examined(form, [...MATCHES, FORM, ...runs]);
    expect(wire).toBe("direct-match");
    expect(runs.filter((id) => found[id] !== "pass")).toEqual([]);
  }
});
