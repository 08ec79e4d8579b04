/** Players with conventions of other web frameworks, written before the rules for them. */
import type { Answer, Call, Noted, Post, Self, ServicePlayer } from "./service.js";
import { type Body, bodyOf } from "./wild-player.js";

const json = (body: unknown, status = 200): Answer => ({ status, body });
const originOf = (url: string) => new URL(url).origin;
const without = (body: Body, ...names: readonly string[]) => names.find((one) => body[one] === undefined);

function idIn(reply: { status: number; body: Body }, ...ids: readonly unknown[]): unknown {
  const id = ids.find((one) => one !== undefined && one !== null);
  if (reply.status >= 300 || id === undefined) throw new Error(JSON.stringify(reply).slice(0, 200));
  return id;
}

/** Everything is `{type, data}` at one path; an unknown type is refused with HTTP 200. */
export const dataPlayer: ServicePlayer = {
  name: "data",
  register: async ({ name, base }, league, post) => {
    const data = { role: "player", name, address: base };
    const reply = await post(`${originOf(league)}/register`, { type: "register", data });
    return idIn(reply, bodyOf(reply.body.data).player_id, reply.body.player_id);
  },
  answer: ({ verb, path, body }, self, noted) => {
    if (path !== "/" || verb !== "POST") return { status: 404, body: "404: Not Found" };
    const data = bodyOf(body.data);
    const refuse = (error: string) => json({ error });
    const say = (type: string, content: Body) => json({ type, data: content });
    switch (body.type) {
      case "match_invite":
        if (without(data, "match_id") !== undefined) return refuse("match_id missing in data");
        noted("invitation", data.match_id);
        return say("invite_accepted", { match_id: data.match_id, player: self.name });
      case "choose_parity":
        if (without(data, "match_id") !== undefined) return refuse("match_id missing in data");
        noted("choice", data.match_id);
        return say("parity_chosen", { match_id: data.match_id, parity: self.choice });
      case "match_result":
        if (without(data, "match_id") !== undefined) return refuse("match_id missing in data");
        noted("result", data.match_id);
        return say("ok", {});
      default:
        return refuse(`unknown type: ${String(body.type)}`);
    }
  },
};

type Tools = Readonly<Record<string, Readonly<Record<string, "string" | "integer" | "boolean">>>>;

const tools: Tools = {
  accept_invitation: { match_id: "string", opponent: "string" },
  choose: { match_id: "string" },
  record_result: { match_id: "string", won: "boolean", drawn_number: "integer" },
};

/** Tools that answer in prose only, and validate the types of their arguments. */
export const wordsPlayer: ServicePlayer = {
  name: "words",
  register: async ({ name, base }, league, post) => {
    const params = { name: "register", arguments: { name, kind: "player", url: `${base}/mcp` } };
    const reply = await post(league, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const [content] = (bodyOf(reply.body.result).content ?? []) as { text?: string }[];
    return idIn(reply, /\bP\d+\b/.exec(content?.text ?? "")?.[0]);
  },
  answer: ({ verb, path, body }, self, noted) => {
    if (path !== "/mcp" || verb !== "POST") return { status: 404, body: "Not Found" };
    const { id, method, params } = body;
    const result = (value: unknown) => json({ jsonrpc: "2.0", id, result: value });
    const words = (text: string, isError = false) => result({ content: [{ type: "text", text }], isError });
    if (method === "tools/list")
      return result({
        tools: Object.entries(tools).map(([name, members]) => {
          const properties = Object.fromEntries(
            Object.entries(members).map(([one, type]) => [one, { type }]),
          );
          const inputSchema = { type: "object", properties, required: Object.keys(members) };
          return { name, description: "", inputSchema };
        }),
      });
    if (method !== "tools/call")
      return json({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
    const { name, arguments: given } = bodyOf(params);
    const [args, members] = [bodyOf(given), tools[String(name)]];
    if (members === undefined) return words(`Unknown tool: ${String(name)}`, true);
    const fits = { string: "string", integer: "number", boolean: "boolean" };
    const wrong = Object.entries(members).find(([one, type]) => typeof args[one] !== fits[type]);
    if (wrong !== undefined) {
      const why = args[wrong[0]] === undefined ? "Field required" : `Input should be a valid ${wrong[1]}`;
      return words(`1 validation error for ${String(name)}\n${wrong[0]}\n  ${why}`, true);
    }
    const match = args.match_id;
    if (name === "accept_invitation") {
      noted("invitation", match);
      return words(`Invitation to ${String(match)} accepted`);
    }
    noted(name === "choose" ? "choice" : "result", match);
    return words(name === "choose" ? self.choice : "Result recorded");
  },
};

/** `{action, …}` at `/api`, whole numbers as ids, errors with HTTP 200, and choices in capitals. */
export const actionPlayer: ServicePlayer = {
  name: "action",
  register: async ({ name, base }, league, post) => {
    const own = { action: "register", role: "PLAYER", name, url: `${base}/api` };
    const reply = await post(`${originOf(league)}/api`, own);
    return idIn(reply, reply.body.playerId, reply.body.id);
  },
  answer: ({ verb, path, body }, self, noted) => {
    if (path !== "/api" || verb !== "POST") return { status: 404, body: `Cannot ${verb} ${path}` };
    const { action, matchId } = body;
    const refuse = (error: string) => json({ ok: false, error });
    if (!["invite", "choose", "gameOver"].includes(String(action)))
      return refuse(`Unknown action: ${String(action)}`);
    if (!Number.isInteger(matchId)) return refuse("matchId must be a number");
    if (action === "invite") {
      if (!Number.isInteger(body.opponentId)) return refuse("opponentId must be a number");
      noted("invitation", matchId);
      return json({ ok: true, matchId, accepted: true });
    }
    noted(action === "choose" ? "choice" : "result", matchId);
    return json(
      action === "choose" ? { ok: true, matchId, choice: self.choice.toUpperCase() } : { ok: true },
    );
  },
};

/** Answers calls with HTTP 202 and sends its answers to the address in the call. */
export function callbackPlayer(): ServicePlayer {
  let send: Post | undefined;
  const later = (url: unknown, body: Body) => void send?.(String(url), body);
  const routes = ["/invitations", "/choices", "/results"];
  const taken = ({ path, body }: Call, self: Self, noted: Noted): Answer => {
    const { match_id, callback_url } = body;
    if (path === "/results") {
      noted("result", match_id);
      return json({ status: "received" }, 202);
    }
    if (callback_url === undefined) return json({ error: "missing field 'callback_url'" }, 400);
    const isChoice = path === "/choices";
    noted(isChoice ? "choice" : "invitation", match_id);
    const own = { match_id, player_id: self.id };
    later(callback_url, isChoice ? { ...own, choice: self.choice } : { ...own, accepted: true });
    return json({ status: "processing" }, 202);
  };
  return {
    name: "callback",
    register: async ({ name, base }, league, post) => {
      send = post;
      const reply = await post(`${originOf(league)}/players`, { name, url: base });
      return idIn(reply, reply.body.player_id, reply.body.id);
    },
    answer: (call, self, noted) => {
      if (!routes.includes(call.path)) return json({ error: "Not Found" }, 404);
      if (call.verb !== "POST") return json({ error: "Method Not Allowed" }, 405);
      if (call.body.match_id === undefined) return json({ error: "missing field 'match_id'" }, 400);
      return taken(call, self, noted);
    },
  };
}
