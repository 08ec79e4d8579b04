/** Leagues and referees of the separate-server document: POST /register, and matches whose order is answered with the result. */
import { expect, it } from "vitest";
import type { HttpRequest } from "../../src/http/types.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer, createReferee, type PlayedMatch } from "./agents.js";
import { type Body, bodyOf, isBody } from "./peers/json-rpc.js";

const league = urlOf(8000);
const json = { "content-type": "application/json" };
const answered = (body: unknown, status = 200) => ({ status, headers: json, body: JSON.stringify(body) });

/** Sends players only ids and names, and reads answers of the same kind only. */
function directReferee(platform: SimulatedPlatform, orders: Body[]) {
  const call = async (url: string, method: string, params: Body): Promise<Body> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const reply = await platform.network.send({ url, body, signal: new AbortController().signal });
    return bodyOf(JSON.parse(reply.body).result);
  };
  const play = async (match_id: unknown, one: Body, two: Body): Promise<Body> => {
    const names = [String(one.display_name), String(two.display_name)];
    const choices: string[] = [];
    for (const player of [one, two]) {
      const url = String(player.endpoint);
      const joined = await call(url, "handle_game_invitation", { game_id: "g-1", from_player: "referee" });
      const { choice } = await call(url, "choose_parity", { game_id: "g-1" });
      choices.push(joined.type === "GAME_JOIN_ACK" && joined.accepted === true ? String(choice) : "none");
    }
    const dice_roll = 64;
    const right = names.filter((_, index) => choices[index] === "even");
    const winner = right.length === 1 ? right[0] : null;
    const [player1, player2] = names;
    const [player1_choice, player2_choice] = choices;
    const players = { player1, player2, player1_choice, player2_choice };
    const result = { match_id, game_id: "g-1", ...players, dice_roll, winner, is_draw: winner === null };
    for (const { endpoint } of [one, two]) await call(String(endpoint), "notify_match_result", result);
    return result;
  };
  return async ({ body }: HttpRequest) => {
    const { id, method, params } = bodyOf(JSON.parse(String(body)));
    const says = (fields: Body) => answered({ jsonrpc: "2.0", id, ...fields });
    if (method === "ping") return says({ result: { ok: true } });
    if (method !== "run_match") return says({ error: { code: -32601, message: "Method not found" } });
    const { match_id, player1, player2 } = bodyOf(params);
    if (!isBody(player1) || !isBody(player2))
      return says({ error: { code: -32603, message: "Missing player1 or player2 in params" } });
    orders.push({ match_id });
    return says({ result: await play(match_id, player1, player2) });
  };
}

it("a referee that answers its order with the result plays each match once, and the result counts", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const orders: Body[] = [];
  platform.network.attach(urlOf(8001), directReferee(platform, orders));
  const registration = {
    ...{ display_name: "Judge", version: "1.0.0", endpoint: urlOf(8001), agent_type: "referee" },
    supported_game_types: ["even_odd"],
  };
  const registering = { method: "POST", path: "/register", contentType: "application/json" };
  const joined = await manager.handle({ ...registering, body: JSON.stringify(registration) });
  expect(JSON.parse(joined.body).status).toBe("ACCEPTED");
  const players = (["even", "odd"] as const).map((choice, index) =>
    platform.connect(createPlayer({ displayName: choice, choose: () => choice }), 8101 + index, league),
  );
  const end = await platform.clock.run(manager.ended);
  await Promise.all([...players, manager].map((agent) => agent.close()));
  expect(orders).toEqual([{ match_id: "R1M1" }]);
  expect(end.standings.map(({ display_name, points }) => [display_name, points])).toEqual([
    ["even", 3],
    ["odd", 0],
  ]);
});

/** Accepts registrations at POST /register only, and answers without an id if `idOf` returns none. */
function postedLeague(registered: Body[], idOf: (body: Body) => Body) {
  return async ({ body, path }: HttpRequest) => {
    if (path !== "/register") return answered({ detail: "Not Found" }, 404);
    const application = bodyOf(JSON.parse(String(body)));
    if (typeof application.display_name !== "string" || typeof application.endpoint !== "string")
      return answered({ ok: false, error: "display_name is required" }, 400);
    registered.push(application);
    return answered({ status: "registered", ...idOf(application) }, 201);
  };
}

it("our agents register once at POST /register, and our referee answers the order with a real result", async () => {
  const platform = new SimulatedPlatform();
  const registered: Body[] = [];
  const idOf = ({ agent_type }: Body) => (agent_type === "player" ? { agent_id: "player-7" } : {});
  platform.network.attach(league, postedLeague(registered, idOf));
  const played: PlayedMatch[] = [];
  const player = platform.connect(
    createPlayer({ displayName: "alpha", choose: () => "odd", onMatch: (match) => void played.push(match) }),
    8101,
    league,
  );
  expect((await platform.clock.run(player.registered)).id).toBe("player-7");
  const referee = platform.connect(createReferee({ displayName: "Judge" }), 8001, league);
  expect((await platform.clock.run(referee.registered)).id).toBe("Judge");
  expect(registered.map(({ agent_type, display_name }) => [agent_type, display_name])).toEqual([
    ["player", "alpha"],
    ["referee", "Judge"],
  ]);
  platform.network.attach(urlOf(8102), async ({ body }: HttpRequest) => {
    const { id, method } = bodyOf(JSON.parse(String(body)));
    const results: Record<string, Body> = {
      ping: { ok: true },
      handle_game_invitation: { accepted: true },
      choose_parity: { choice: "even" },
      notify_match_result: { ok: true },
    };
    return answered({ jsonrpc: "2.0", id, result: results[String(method)] ?? {} });
  });
  const at = (display_name: string, port: number) => ({ display_name, version: "1", endpoint: urlOf(port) });
  const order = { match_id: "match_1", player1: at("alpha", 8101), player2: at("beta", 8102) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "run_match", params: order });
  const reply = await platform.clock.run(
    platform.network.send({ url: urlOf(8001), body, signal: new AbortController().signal }),
  );
  const { result } = JSON.parse(reply.body);
  expect(result).toMatchObject({ player1_choice: "odd", player2_choice: "even", is_draw: false });
  expect(played).toHaveLength(1);
  await Promise.all([player, referee].map((agent) => agent.close()));
});
