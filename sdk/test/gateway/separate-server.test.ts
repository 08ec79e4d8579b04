/** The document with separate servers: registration by POST /register, and the direct match. */
import { describe, expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { type Body, bodyOf, handlerOf, isBody, rpcError, rpcResult, post as send } from "./peers/json-rpc.js";
import { allTypes, type PlayerForm, PlayerInForm, readAs, rpc } from "./peers/player.js";
import { documentNames, ownTypes } from "./peers/players.js";
import {
  createLeagueManager,
  createReferee,
  league,
  OurAgents,
  type PlayedMatch,
  type RunningAgent,
  SimulatedLeague,
} from "./simulated-league.js";

async function post(agent: RunningAgent, path: string, body: unknown) {
  const request = { method: "POST", path, contentType: "application/json", body: JSON.stringify(body) };
  const reply = await agent.handle(request);
  return { status: reply.status, body: JSON.parse(reply.body) };
}

/** A player in an order of a direct match. */
const at = (display_name: string, port: number) => ({ display_name, version: "1", endpoint: urlOf(port) });

const registration = (fields: object = {}) => ({
  display_name: "gamma",
  version: "1.0.0",
  endpoint: urlOf(8103),
  agent_type: "player",
  supported_game_types: ["even_odd"],
  ...fields,
});
const asReferee = { display_name: "Solomon", agent_type: "referee", endpoint: urlOf(8001) };

describe("a direct match", () => {
  /** The answer to the order of a match of two registered players, by a referee without a league, and how long it takes. */
  async function run(fields: object = {}) {
    const ours = new SimulatedLeague(9);
    const { clock } = ours.platform;
    const players = [ours.player("even", 8101), ours.player("odd", 8102)];
    await ours.run(Promise.all(players.map((one) => one.registered)));
    const referee = ours.platform.connect(createReferee({ displayName: "Solomon" }), 8001);
    const two = { player1: at("alpha", 8101), player2: at("beta", 8102) };
    const from = clock.now();
    const order = rpc("run_match", { match_id: "direct-1", ...two, ...fields });
    const { body } = await ours.run(post(referee, "/mcp", order));
    return { ...body, tookMs: clock.now() - from };
  }

  it("is played by a referee without a league and answered with the result", async () => {
    const { id, result } = await run();
    expect(id).toBe(1);
    const choices = { player1_choice: "even", player2_choice: "odd", is_draw: false };
    expect(result).toMatchObject({ match_id: "direct-1", ...choices });
    expect(result.game_id).toMatch(/^game_[0-9a-f]{8}$/);
    expect(result.dice_parity).toBe(result.dice_roll % 2 === 0 ? "even" : "odd");
    expect(result.winner).toBe(result.dice_parity === "even" ? "alpha" : "beta");
  });

  it("is lost by an unreachable player, without a retry, within 60 s", async () => {
    const { result, tookMs } = await run({ player2: at("gone", 8199) });
    expect(tookMs).toBeLessThan(60_000);
    const choices = { player1_choice: "none", player2_choice: "none" };
    expect(result).toMatchObject({ winner: "alpha", ...choices, dice_roll: null, is_draw: false });
  });

  it("calls no host that is not on the allow-list", async () => {
    const { error } = await run({ player1: { ...at("x", 8101), endpoint: "http://10.0.0.1/mcp" } });
    expect(error.data.error_code).toBe("E002");
  });
});

describe("POST /register", () => {
  const asked = async (...bodies: unknown[]) => {
    const manager = new SimulatedPlatform().connect(createLeagueManager({ players: 2, leagueId: "L" }), 8000);
    const replies = [];
    for (const body of bodies) replies.push(await post(manager, "/register", body));
    return { manager, replies };
  };

  it("accepts and rejects like any other registration", async () => {
    // This form does not show a repetition, and no agent may get the token of another one.
    const again = [registration(), registration({ endpoint: urlOf(8104) })];
    const { replies } = await asked(registration(), ...again, registration(asReferee));
    const accepted = { status: "ACCEPTED", agent_id: "P01", league_id: "L", reason: null };
    const rejected = { status: "REJECTED", reason: "Duplicate name", agent_id: null, auth_token: null };
    expect(replies.map(({ body }) => body)).toMatchObject([
      accepted,
      rejected,
      rejected,
      { agent_id: "REF01" },
    ]);
    expect(replies[0]?.body.auth_token).toMatch(/^[0-9a-f]{32,}$/);
  });

  it("names what is wrong in a description", async () => {
    const { replies } = await asked(registration({ agent_type: "spectator" }));
    const violations = [{ pointer: "/agent_type", keyword: "enum" }];
    expect(replies).toMatchObject([{ status: 400, body: { violations } }]);
  });

  const { display_name, endpoint } = registration();

  it.each([
    ["a name and an address", { display_name, endpoint }, "P01"],
    ["other names of members", { name: display_name, url: endpoint, games: "even_odd" }, "P01"],
    ["an own word for the address", { name: display_name, callback_url: endpoint }, "P01"],
    ["a referee that states its role", { name: display_name, url: endpoint, role: "referee" }, "REF01"],
  ] as const)("with no more than %s is understood", async (_what, body, id) => {
    const member = id === "P01" ? "player_id" : "referee_id";
    const { replies } = await asked(body);
    expect(replies).toMatchObject([{ status: 200, body: { status: "ACCEPTED", [member]: id } }]);
  });

  it.each([[{ display_name }], [{ endpoint }], [[]], ["gamma"]])("does not register %j", async (body) => {
    expect((await asked(body)).replies).toMatchObject([{ status: 400 }]);
  });

  it("gives a token to a referee, whose report is refused without it", async () => {
    const { manager, replies } = await asked(registration(asReferee));
    const result = { status: "WIN", winner_player_id: "P01", drawn_number: 2, choices: { P01: "even" } };
    const report = { message_type: "MATCH_RESULT_REPORT", sender: "referee:REF01", match_id: "R1M1", result };
    const codeOf = async (fields: object) => {
      const { body } = await post(manager, "/mcp", rpc("report_match_result", { ...report, ...fields }));
      return body.error?.data.error_code;
    };
    expect(await codeOf({})).toBe("E011");
    expect(await codeOf({ auth_token: replies[0]?.body.auth_token })).not.toBe("E011");
  });
});

it("a player that registers by a name and an address only, and answers without an envelope, plays", async () => {
  const ours = new SimulatedLeague(2);
  await ours.run(ours.referee().registered);
  await ours.run(ours.player("even", 8102).registered);
  const gamma = new PlayerInForm(ownTypes, { name: "gamma", url: urlOf(8103), choice: "odd" }, "P02");
  ours.platform.network.attach(gamma.me.url, gamma.handle);
  await post(ours.manager, "/register", { display_name: "gamma", version: "1.0.0", endpoint: gamma.me.url });
  await ours.end();
  expect(ours.records).toMatchObject([
    { outcome: { status: "WIN", choices: { P01: "even", P02: "odd" } }, reported: true },
  ]);
});

/** A referee that sends players only ids and names, and answers its order with the result. */
function directReferee(platform: SimulatedPlatform, orders: unknown[]) {
  const call = async (url: unknown, method: string, params: Body): Promise<Body> =>
    bodyOf((await send(platform.network, String(url), rpc(method, params))).result);
  const play = async (match_id: unknown, one: Body, two: Body): Promise<Body> => {
    const choices: string[] = [];
    for (const { endpoint } of [one, two]) {
      const joined = await call(endpoint, "handle_game_invitation", {
        game_id: "g-1",
        from_player: "referee",
      });
      const { choice } = await call(endpoint, "choose_parity", { game_id: "g-1" });
      choices.push(joined.type === "GAME_JOIN_ACK" && joined.accepted === true ? String(choice) : "none");
    }
    const [player1, player2] = [one.display_name, two.display_name];
    const [player1_choice, player2_choice] = choices;
    const right = [player1, player2].filter((_, index) => choices[index] === "even");
    const winner = right.length === 1 ? right[0] : null;
    const players = { player1, player2, player1_choice, player2_choice };
    const outcome = { ...players, dice_roll: 64, winner, is_draw: winner === null };
    const result = { match_id, game_id: "g-1", ...outcome };
    for (const { endpoint } of [one, two]) await call(endpoint, "notify_match_result", result);
    return result;
  };
  return handlerOf(async ({ id, method, params }) => {
    if (method === "ping") return rpcResult(id, { ok: true });
    if (method !== "run_match") return rpcError(id, -32601, "Method not found");
    const { match_id, player1, player2 } = bodyOf(params);
    if (!isBody(player1) || !isBody(player2))
      return rpcError(id, -32603, "Missing player1 or player2 in params");
    orders.push(match_id);
    return rpcResult(id, await play(match_id, player1, player2));
  });
}

it("a referee that answers its order with the result plays each match once, and the result counts", async () => {
  const ours = new SimulatedLeague(2);
  const orders: unknown[] = [];
  ours.platform.network.attach(urlOf(8001), directReferee(ours.platform, orders));
  expect((await post(ours.manager, "/register", registration(asReferee))).body.status).toBe("ACCEPTED");
  for (const [index, choice] of (["even", "odd"] as const).entries()) ours.player(choice, 8101 + index);
  const end = await ours.end();
  expect(orders).toEqual(["R1M1"]);
  expect(end.standings.map(({ player_id, points }) => [player_id, points])).toEqual([
    ["P01", 3],
    ["P02", 0],
  ]);
});

it("our agents register once at POST /register, and our referee answers the order with a real result", async () => {
  const ours = new OurAgents();
  const { network } = ours.platform;
  const registered: unknown[] = [];
  const handler = handlerOf(({ display_name, endpoint, agent_type }, path) => {
    if (path !== "/register") return { status: 404, body: { detail: "Not Found" } };
    if (typeof display_name !== "string" || typeof endpoint !== "string")
      return { status: 400, body: { ok: false, error: "display_name is required" } };
    registered.push([agent_type, display_name]);
    // A referee gets no id.
    const id = agent_type === "player" ? { agent_id: "player-7" } : {};
    return { status: 201, body: { status: "registered", ...id } };
  });
  network.attach(league, handler);
  const played: PlayedMatch[] = [];
  const onMatch = (match: PlayedMatch) => void played.push(match);
  const alpha = ours.player("odd", 8101, { displayName: "alpha", onMatch });
  expect((await ours.run(alpha.registered)).id).toBe("player-7");
  const referee = ours.referee();
  expect((await ours.run(referee.registered)).id).toBe("Solomon");
  expect(registered).toEqual([
    ["player", "alpha"],
    ["referee", "Solomon"],
  ]);
  const form: PlayerForm = {
    ...ownTypes,
    read: ({ method, params }) => readAs(allTypes, documentNames[String(method)], params),
    unknown: ({ id }) => rpcResult(id, {}),
  };
  const beta = new PlayerInForm(form, { name: "beta", url: urlOf(8102), choice: "even" }, "P02");
  network.attach(beta.me.url, beta.handle);
  const order = { match_id: "match_1", player1: at("alpha", 8101), player2: at("beta", 8102) };
  const { result } = (await ours.run(post(referee, "/mcp", rpc("run_match", order)))).body;
  expect(result).toMatchObject({ player1_choice: "odd", player2_choice: "even", is_draw: false });
  expect(played).toHaveLength(1);
  await ours.close();
});
