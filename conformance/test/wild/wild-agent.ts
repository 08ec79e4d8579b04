/** The plain scripts of players, behind an HTTP server that adds JSON-RPC for those that use it, as an agent in the suite's environment. */
import { type PlayerForm, PlayerInForm } from "../../../sdk/test/gateway/peers/player.js";
import type { Agent, AgentContext, HttpHandler, Transport } from "../../src/sdk.js";
import { utc } from "../../src/time/iso-time.js";

/** The fixed time in the messages of the scripts. */
const writtenTime = /2025-12-20T10:00:00Z/g;
const json = { "content-type": "application/json" };
const error = (code: number, message: string) => ({
  status: 200,
  headers: json,
  body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }),
});

export function wildAgent(form: PlayerForm, name: string): Agent {
  return { role: "player", connect: (link) => connected(form, name, link) };
}

function connected(
  form: PlayerForm,
  name: string,
  { endpoint, league = "", transport, clock }: AgentContext,
) {
  const player = new PlayerInForm(form, { name, url: endpoint, choice: "even" }, "P07");
  const present = (text: string) => text.replaceAll(writtenTime, `${utc(clock.now()).slice(0, 19)}Z`);
  const network: Pick<Transport, "send"> = {
    send: (request) => transport.send({ ...request, body: present(String(request.body)) }),
  };
  const handle: HttpHandler = async (http) => {
    const text = typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body);
    if (http.method !== "POST") return { status: 404, headers: json, body: '{"detail": "Not Found"}' };
    const request = parsed(text);
    if (request === undefined) return error(-32_700, "Parse error");
    if (request.method === undefined && form.isBare !== true) return error(-32_600, "Invalid Request");
    const reply = await player.handle({ ...http, body: text });
    if (request.id === undefined && form.isBare !== true) return { status: 204, headers: {}, body: "" };
    return { ...reply, body: present(String(reply.body)) };
  };
  const registered = player
    .register(network, league)
    .then(() => ({ id: player.me.id, league_id: null, auth_token: player.me.token }));
  return {
    role: "player" as const,
    handle,
    registered,
    done: new Promise<string>(() => undefined),
    health: () => ({}) as never,
    close: async () => undefined,
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return undefined;
  }
}
