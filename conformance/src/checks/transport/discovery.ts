import type { AgentInstance } from "../../fixtures/start.js";
import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { isObject, show } from "../../json.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../peers/exchange/peer-client.js";
import { quickMatch } from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import {
  codeOf,
  each,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  NO_SUCH_METHOD,
  requests,
} from "./helpers/json-rpc.js";

/** Methods that are not called: an agent that does not validate params would end, or begin its league. */
const NOT_CALLED = new Set(["shutdown", "start_league"]);

const METHODS_AT_MOST = 40;

/** The allowed names and types of each member. */
const MEMBERS: readonly (readonly [name: RegExp, isRight: (value: unknown) => boolean, what: string])[] = [
  [/^role$/, (value) => typeof value === "string", "role"],
  [/^(\w+_)?id$/, (value) => typeof value === "string" || value === null, "id"],
  [/^state$/, (value) => typeof value === "string", "state"],
  [/^uptime(_\w+)?$/, (value) => typeof value === "number" || typeof value === "string", "uptime"],
  [/^dialects$/, (value) => Array.isArray(value), "dialects"],
  [/^(\w+_)?version$/, (value) => typeof value === "string", "spec_version"],
];

/** In milliseconds. */
const UPTIME_GROWS_MS = 200;

/** The uptime, if it is precise enough to have grown: in milliseconds (but no whole seconds), or with a fraction. */
function uptimeIn(health: unknown): number | undefined {
  if (!isObject(health)) return undefined;
  const isFine = (name: string, value: unknown) =>
    /^uptime(_ms|_millis|_milliseconds|Ms|Millis)$/.test(name) ||
    (name === "uptime" && !Number.isInteger(value));
  const [, uptime] = Object.entries(health).find(([name, value]) => isFine(name, value)) ?? [];
  return typeof uptime === "number" && uptime % 1_000 !== 0 ? uptime : undefined;
}

interface View {
  /** Requests the state with this token, or with none. */
  ask(token: string | undefined): Promise<Answer>;
  /** The token with which it is shown. */
  token: string | undefined;
}

export const discoveryChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/discovery/discover",
    title: "answers rpc.discover with an OpenRPC document of methods that it serves",
    decides: ["TRN-DISC-02"],
    steps: [requests(METHODS_AT_MOST + 8)],
    async run(fixture) {
      const { agent, expect } = fixture;
      const answer = await agent.call("rpc.discover", {});
      const document = isObject(answer.json) ? answer.json.result : undefined;
      const names =
        isObject(document) && Array.isArray(document.methods)
          ? document.methods.map((one: unknown) => (isObject(one) ? one.name : one))
          : [];
      expect.answer(
        answer,
        isObject(document) &&
          typeof document.openrpc === "string" &&
          isObject(document.info) &&
          names.length > 0,
        "an object with openrpc, info and methods",
        { what: "rpc.discover", but: "; expected an OpenRPC document with methods" },
      );
      const none = await agent.call(NO_SUCH_METHOD, []);
      if (codeOf(none.json) !== METHOD_NOT_FOUND)
        fixture.notExercised(
          "unknown methods are not answered with -32601, so that a known one cannot be recognised",
          ["TRN-RPC-04"],
        );
      const called = names.filter((name) => !NOT_CALLED.has(String(name))).slice(0, METHODS_AT_MOST);
      await each(called, async (name) => {
        // Positional params are invalid, so the call only shows whether the method exists.
        const one = await agent.call(String(name), []);
        expect.answer(
          one,
          codeOf(one.json) !== METHOD_NOT_FOUND && one.outcome !== "failure",
          "any answer but -32601",
          { what: `rpc.discover names the method ${show(name)}, and a call of it`, but: "" },
        );
      });
    },
  },
  {
    id: "transport/discovery/health",
    title: "answers GET /health with its status",
    decides: ["TRN-DISC-03"],
    steps: [requests(2), UPTIME_GROWS_MS],
    async run({ agent, expect, role, pause }) {
      const ask = () => agent.send("", { question: "GET /health", http: { verb: "GET", path: "/health" } });
      const answer = await ask();
      const health = isObject(answer.json) ? answer.json : undefined;
      expect.answer(answer, answer.status === 200 && health !== undefined, "HTTP 200 with a JSON object", {
        what: "GET /health",
      });
      const members = Object.entries(health ?? {});
      const missing = MEMBERS.filter(
        ([name, isRight]) => !members.some(([key, value]) => name.test(key) && isRight(value)),
      );
      expect.that(missing.length === 0, {
        diagnosis: `the answer to GET /health names no ${missing.map(([, , what]) => what).join(", no ")}: ${show(health)}`,
        expected: MEMBERS.map(([, , what]) => what).join(", "),
        received: show(health),
      });
      const own = role === "manager" ? ["league_manager", "manager"] : [role];
      expect(health?.role, "role in the answer to GET /health").isOneOf(own);
      const { id } = agent.identity;
      const ids = members.filter(([name]) => /^(\w+_)?id$/.test(name)).map(([, value]) => value);
      // Before its registration is answered, an agent has no id.
      expect.that(
        id === undefined || ids.some((one) => one === null || one === id || one === `${role}:${id}`),
        {
          diagnosis: `the id in the answer to GET /health is ${show(ids[0])}; the league manager gave the agent ${show(id)}`,
          expected: show(id),
          received: show(ids[0]),
        },
      );
      const uptime = uptimeIn(health);
      if (uptime === undefined) return;
      await pause(UPTIME_GROWS_MS);
      const again = await ask();
      const later = uptimeIn(again.json);
      expect.that(later === undefined || later > uptime, {
        diagnosis: `the uptime in the answer to GET /health is ${uptime}, and ${later} another ${UPTIME_GROWS_MS} ms later`,
        expected: `more than ${uptime}`,
        received: String(later),
      });
    },
  },
  {
    id: "transport/discovery/ping",
    title: "answers ping with pong",
    decides: ["TRN-DISC-01"],
    steps: [requests(2)],
    async run({ agent, expect }) {
      const answer = await agent.call("ping", {});
      const result = isObject(answer.json) ? answer.json.result : undefined;
      expect.answer(
        answer,
        isObject(result) && result.ok === true && result.message === "pong",
        '{"ok": true, "message": "pong"}',
        { what: "ping", but: "" },
      );
    },
  },
  {
    id: "transport/discovery/views",
    title: "shows its state only to a client with the right token",
    decides: ["TRN-DISC-04"],
    needs: { command: ["manager"] },
    steps: [requests(24), quickMatch()],
    async run(fixture) {
      const { ask, token } = await viewOf(fixture, await fixture.withPeers());
      const own = await ask(token);
      const code = own.outcome === "refusal" ? own.refusal.code : undefined;
      if (code === METHOD_NOT_FOUND || code === INVALID_PARAMS)
        fixture.notApplicable(`it offers no such view (${own.describe()})`);
      if (own.outcome !== "message")
        fixture.notExercised(`it shows nothing to the bearer of the right token: ${own.describe()}`);
      fixture.expect(own.result, "the view").isObject();
      for (const wrong of [undefined, "0".repeat(32)]) {
        const answer = await ask(wrong);
        const bearer = wrong === undefined ? "without a token" : "with a token that no agent has";
        fixture.expect.answer(answer, answer.outcome !== "message", "a refusal", {
          what: `${answer.question} ${bearer}`,
          but: "",
        });
      }
    },
  },
];

async function viewOf(
  fixture: TransportFixture,
  { agent, managed: league, matches }: AgentInstance,
): Promise<View> {
  const operator = fixture.clientAs("operator");
  if (league !== undefined) {
    const peer = await league.addPlayer();
    if (!peer.accepted)
      fixture.notExercised("the league manager admitted no player, so there is no token to ask with", [
        "LM-REG-01",
      ]);
    return { ask: (token) => peer.say("GET_STANDINGS", {}, bearing(token)), token: peer.token };
  }
  const { token } = agent;
  if (fixture.role === "player")
    return { ask: (bearer) => operator.say(agent, "GET_PLAYER_STATE", {}, bearing(bearer)), token };
  // A finished match uses no capacity that another check needs.
  const match = await matches?.runMatch();
  const match_id = match?.matchId;
  return { ask: (bearer) => operator.say(agent, "GET_MATCH_STATE", { match_id }, bearing(bearer)), token };
}

function bearing(token: string | undefined): MessageOverrides {
  return token === undefined ? { remove: ["/auth_token"] } : { set: { "/auth_token": token } };
}
