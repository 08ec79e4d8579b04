/** Tools with other names; answers in prose, with the facts in `structuredContent`. */
import type { Answer, Call, Post, ServicePlayer, ServiceReferee } from "./service.js";
import { type Body, bodyOf } from "./wild-player.js";

type Tools = Readonly<Record<string, { readonly required: readonly string[]; readonly about: string }>>;

const rpc = (id: unknown, result: unknown): Answer => ({ status: 200, body: { jsonrpc: "2.0", id, result } });

const failed = (id: unknown, text: string): Answer =>
  rpc(id, { content: [{ type: "text", text }], isError: true });

const said = (id: unknown, text: string, structuredContent: Body): Answer =>
  rpc(id, { content: [{ type: "text", text }], structuredContent, isError: false });

function serve(tools: Tools, { verb, path, body }: Call): Answer | { name: string; args: Body; id: unknown } {
  if (path !== "/mcp" || verb !== "POST") return { status: 404, body: "Not Found" };
  const { id, method, params } = body;
  if (method === "initialize") {
    const serverInfo = { name: "agent", version: "1.0.0" };
    return rpc(id, { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo });
  }
  if (method === "notifications/initialized") return { status: 202, body: undefined };
  if (method === "tools/list") {
    const list = Object.entries(tools).map(([name, { required, about }]) => {
      const properties = Object.fromEntries(required.map((one) => [one, { type: "string" }]));
      return { name, description: about, inputSchema: { type: "object", properties, required } };
    });
    return rpc(id, { tools: list });
  }
  if (method !== "tools/call") {
    const error = { code: -32601, message: `Method not found: ${String(method)}` };
    return { status: 200, body: { jsonrpc: "2.0", id, error } };
  }
  const { name, arguments: args } = bodyOf(params);
  const tool = tools[String(name)];
  if (tool === undefined) return failed(id, `Unknown tool: ${String(name)}`);
  const missing = tool.required.find((one) => !(one in bodyOf(args)));
  if (missing !== undefined) return failed(id, `Missing required argument: ${missing}`);
  return { name: String(name), args: bodyOf(args), id };
}

async function call(post: Post, url: string, name: string, args: Body): Promise<Body> {
  const params = { name, arguments: args };
  const { body } = await post(url, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const result = bodyOf(body.result);
  if (body.error !== undefined || result.isError === true)
    throw new Error(`${name}: ${JSON.stringify(body)}`);
  if (result.structuredContent !== undefined) return bodyOf(result.structuredContent);
  const [content] = (result.content ?? []) as { text?: string }[];
  return bodyOf(JSON.parse(content?.text ?? "{}"));
}

const registered = async (
  agent_type: string,
  ...[{ name, base }, league, post]: Parameters<ServicePlayer["register"]>
) => {
  const own = { agent_name: name, agent_type, endpoint_url: `${base}/mcp` };
  const { agent_id } = await call(post, league, "register_agent", own);
  if (agent_id === undefined) throw new Error("no agent_id");
  return agent_id;
};

const playerTools: Tools = {
  join_game: { required: ["game_id", "opponent_name"], about: "Join a game of even/odd" },
  pick_parity: { required: ["game_id"], about: "Pick 'even' or 'odd' for a game" },
  match_finished: { required: ["game_id", "winner", "number"], about: "Receive the result of a game" },
};

export const toolsPlayer: ServicePlayer = {
  name: "tools",
  register: (...all) => registered("player", ...all),
  answer: (request, self, noted) => {
    const served = serve(playerTools, request);
    if ("status" in served) return served;
    const { name, args, id } = served;
    const { game_id } = args;
    if (name === "join_game") {
      noted("invitation", game_id);
      return said(id, `Joined game ${String(game_id)}`, { game_id, joined: true });
    }
    if (name === "pick_parity") {
      noted("choice", game_id);
      return said(id, `I pick ${self.choice}`, { game_id, pick: self.choice });
    }
    noted("result", game_id);
    return said(id, "Good game!", { game_id, acknowledged: true });
  },
};

const refereeTools: Tools = {
  start_game: {
    required: ["game_id", "player_one_id", "player_one_url", "player_two_id", "player_two_url"],
    about: "Start a game between two players",
  },
};

export const toolsReferee: ServiceReferee = {
  name: "tools",
  register: (...all) => registered("referee", ...all),
  answer: (request, _self, noted, play) => {
    const served = serve(refereeTools, request);
    if ("status" in served) return served;
    const { args, id } = served;
    noted("start", args.game_id);
    const sides = [
      { id: args.player_one_id, url: String(args.player_one_url) },
      { id: args.player_two_id, url: String(args.player_two_url) },
    ] as const;
    void play({ match: args.game_id, round: 1, sides });
    return said(id, `Game ${String(args.game_id)} started`, { game_id: args.game_id, started: true });
  },
  invite: async (to, other, { match }, post) => {
    const { joined } = await call(post, to.url, "join_game", { game_id: match, opponent_name: other.id });
    return joined === true;
  },
  choose: async (to, { match }, post) => (await call(post, to.url, "pick_parity", { game_id: match })).pick,
  tell: (to, { match, winner, number }, post) =>
    call(post, to.url, "match_finished", { game_id: match, winner: winner ?? "draw", number }),
  report: async ({ match, winner, number }, _self, league, post) => {
    const own = { game_id: match, winner_id: winner, is_draw: winner === null, number };
    await call(post, league, "submit_game_result", own);
    return { status: 200 };
  },
};
