import { expect, test } from "vitest";
import { SimulatedPlatform, urlOf } from "../../testing/simulated-platform.js";
import { LeagueRpcError } from "../core/league-rpc-error.js";
import { createAgent, type Handlers, partialHandlers } from "./create-agent.js";

const order = {
  protocol: "league.v2",
  message_type: "SHUTDOWN_COMMAND",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "conv-1",
};
const invalid = { ...order, timestamp: "yesterday" };
const acknowledged = { player_id: "P07", status: "ACKNOWLEDGED" } as const;
type Shutdown = Handlers<"player">["shutdown"];

/** The status, the code of the error, the log and the counts of an agent with this handler. */
async function exchange(shutdown: Shutdown, params: unknown, id?: unknown) {
  const logged: string[] = [];
  const platform = new SimulatedPlatform({ log: (_agent, { message }) => void logged.push(message) });
  const agent = createAgent("player", "player:by-hand", ({ senderIdentity }) => {
    senderIdentity.become("player:P07", "secret");
    return partialHandlers("player", { shutdown });
  });
  const { handle } = platform.connect(agent, 8101);
  const body = JSON.stringify({ jsonrpc: "2.0", method: "shutdown", params, id });
  const request = {
    method: "POST",
    path: new URL(urlOf(8101)).pathname,
    contentType: "application/json",
    body,
  };
  const reply = await handle(request);
  const metrics = await handle({ method: "GET", path: "/metrics", contentType: null, body: "" });
  const [, counted] =
    /league_requests_total\{method="shutdown",outcome="(\w+)"\} 1\n/.exec(metrics.body) ?? [];
  const code = reply.body === "" ? undefined : JSON.parse(reply.body).error?.code;
  return { status: reply.status, code, logged, counted };
}

const handlers: Record<string, Shutdown> = {
  "answers at once": (command, { reply }) => reply(command, acknowledged),
  "answers later": async (command, { reply }) => reply(command, acknowledged),
  "refuses at once": () => {
    throw new LeagueRpcError("E008", "not now");
  },
  "refuses later": async () => {
    throw new LeagueRpcError("E008", "not now");
  },
  fails: () => {
    throw new TypeError("a fault");
  },
  "answers with an invalid message": (command, { reply }) => ({
    ...reply(command, acknowledged),
    timestamp: "yesterday",
  }),
  "answers with what JSON cannot write": (command, { reply }) =>
    Object.assign(reply(command, acknowledged), { extra: 1n }),
};

const refusal = "shutdown refused with E008: not now";
const rows = [
  ["answers at once", order, undefined, "answered", []],
  ["answers later", order, undefined, "answered", []],
  ["refuses at once", order, -32008, "refused", [refusal]],
  ["refuses later", order, -32008, "refused", [refusal]],
  ["fails", order, -32603, "failed", ["shutdown: a fault"]],
  ["answers with an invalid message", order, -32603, "failed", [/^shutdown: our own reply is invalid/]],
  ["answers with what JSON cannot write", order, -32603, "answered", [/BigInt/]],
  ["answers at once", invalid, -32021, "refused", [/^shutdown refused with E021/]],
] as const;

test.each(rows)(
  "a handler that %s, for %o: error code %s, counted as %s, logged",
  async (name, params, code, counted, lines) => {
    const handler = handlers[name];
    if (handler === undefined) throw new Error("no such handler");
    const logged = lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line)));
    expect(await exchange(handler, params, 1)).toEqual({ status: 200, code, logged, counted });
    // A notification gets no answer; what it caused is in the log.
    const notified = await exchange(handler, params);
    expect([notified.status, notified.code, notified.counted]).toEqual([204, undefined, counted]);
  },
);
