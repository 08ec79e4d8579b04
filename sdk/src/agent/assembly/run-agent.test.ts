import { expect, test } from "vitest";
import { SimulatedPlatform, urlOf } from "../../testing/simulated-platform.js";
import { LeagueRpcError } from "../core/league-rpc-error.js";
import { createAgent, type Handlers, partial } from "./create-agent.js";

const order = {
  protocol: "league.v2",
  message_type: "SHUTDOWN_COMMAND",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "conv-1",
};
const acknowledged = { player_id: "P07", status: "ACKNOWLEDGED" } as const;
type Shutdown = Handlers<"player">["shutdown"];

/** The answer, log and counts of an agent with this handler, for a request with this content type. */
async function exchange(shutdown: Shutdown, params: unknown, contentType: string, id?: unknown) {
  const logged: string[] = [];
  const platform = new SimulatedPlatform({ log: (_agent, { message }) => void logged.push(message) });
  const agent = createAgent("player", "player:by-hand", ({ senderIdentity }) => {
    senderIdentity.become("player:P07", "secret");
    return partial("player", { shutdown });
  });
  const { handle } = platform.connect(agent, 8101);
  const body = JSON.stringify({ jsonrpc: "2.0", method: "shutdown", params, id });
  const reply = await handle({ method: "POST", path: new URL(urlOf(8101)).pathname, contentType, body });
  const metrics = await handle({ method: "GET", path: "/metrics", contentType: null, body: "" });
  return { reply, logged, counted: metrics.body.split("\n").filter((line) => line.includes("shutdown")) };
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
  "answers later with what JSON cannot write": async (command, { reply }) =>
    Object.assign(reply(command, acknowledged), { extra: 1n }),
};

const params = { "a valid message": order, "an invalid message": { ...order, timestamp: "yesterday" } };

test.each(
  Object.keys(handlers).flatMap((name) =>
    Object.entries(params).flatMap(([which, message]) =>
      [1, undefined].map((id) => [name, which, message, id] as const),
    ),
  ),
)(
  "a handler that %s: %s is answered the same by the fast path and by the full server",
  async (name, _, message, id) => {
    const handler = handlers[name];
    if (handler === undefined) throw new Error("no such handler");
    const short = await exchange(handler, message, "application/json", id);
    const long = await exchange(handler, message, "application/json; charset=utf-8", id);
    expect(short).toEqual(long);
    expect(short.reply.status).toBe(id === undefined ? 204 : 200);
  },
);
