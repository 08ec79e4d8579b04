/** The forms of RS: the direct match, registration by POST /register, the embedded referee, a referee without a league. */
import { describe, expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueEvent,
  type RunningAgent,
} from "./agents.js";

const league = urlOf(8000);
const player = (displayName: string, choice: "even" | "odd") =>
  createPlayer({ displayName, choose: () => choice });

async function post(agent: RunningAgent, path: string, body: unknown) {
  const request = { method: "POST", path, contentType: "application/json", body: JSON.stringify(body) };
  const reply = await agent.handle(request);
  return { status: reply.status, body: JSON.parse(reply.body) };
}

const registration = (fields: object = {}) => ({
  display_name: "gamma",
  version: "1.0.0",
  endpoint: urlOf(8103),
  agent_type: "player",
  supported_game_types: ["even_odd"],
  ...fields,
});

describe("a direct match", () => {
  /** Two registered players, and a referee without a league. */
  async function environment() {
    const platform = new SimulatedPlatform();
    platform.connect(createLeagueManager({ players: 9, referees: 1 }), 8000);
    const players = [
      platform.connect(player("alpha", "even"), 8101, league),
      platform.connect(player("beta", "odd"), 8102, league),
    ];
    await platform.clock.run(Promise.all(players.map((one) => one.registered)));
    const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001);
    const order = (fields: object = {}) => ({
      match_id: "direct-1",
      player1: { display_name: "alpha", version: "1.0.0", endpoint: urlOf(8101) },
      player2: { display_name: "beta", version: "1.0.0", endpoint: urlOf(8102) },
      ...fields,
    });
    const run = (params: object) =>
      platform.clock.run(post(referee, "/mcp", { jsonrpc: "2.0", id: 7, method: "run_match", params }));
    return { platform, order, run };
  }

  it("is played by a referee without a league and answered with the result", async () => {
    const { order, run } = await environment();
    const { body } = await run(order());
    const { dice_roll, dice_parity } = body.result;
    expect(body).toMatchObject({
      id: 7,
      result: { match_id: "direct-1", player1_choice: "even", player2_choice: "odd", is_draw: false },
    });
    expect(body.result.game_id).toMatch(/^game_[0-9a-f]{8}$/);
    expect(dice_parity).toBe(dice_roll % 2 === 0 ? "even" : "odd");
    expect(body.result.winner).toBe(dice_parity === "even" ? "alpha" : "beta");
  });

  it("is lost by an unreachable player, without a retry, within 60 s", async () => {
    const { platform, order, run } = await environment();
    const from = platform.clock.now();
    const gone = { display_name: "gone", version: "1.0.0", endpoint: urlOf(8199) };
    const { body } = await run(order({ player2: gone }));
    expect(platform.clock.now() - from).toBeLessThan(60_000);
    expect(body.result).toMatchObject({
      winner: "alpha",
      player1_choice: "none",
      player2_choice: "none",
      dice_roll: null,
      is_draw: false,
    });
  });

  it("calls no host that is not on the allow-list", async () => {
    const { order, run } = await environment();
    const forbidden = { display_name: "x", version: "1", endpoint: "http://10.0.0.1/mcp" };
    const { body } = await run(order({ player1: forbidden }));
    expect(body.error.data.error_code).toBe("E002");
  });
});

describe("POST /register", () => {
  it("accepts and rejects like any other registration", async () => {
    const platform = new SimulatedPlatform();
    const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, leagueId: "L" }), 8000);
    const first = await post(manager, "/register", registration());
    expect(first).toMatchObject({
      status: 200,
      body: { status: "ACCEPTED", agent_id: "P01", league_id: "L", reason: null },
    });
    expect(first.body.auth_token).toMatch(/^[0-9a-f]{32,}$/);
    // This form does not show a repetition, and no agent may get the token of another one.
    for (const other of [registration(), registration({ endpoint: urlOf(8104) })]) {
      expect((await post(manager, "/register", other)).body).toMatchObject({
        status: "REJECTED",
        reason: "Duplicate name",
        agent_id: null,
        auth_token: null,
      });
    }
    const referee = registration({ display_name: "Solomon", agent_type: "referee", endpoint: urlOf(8001) });
    expect((await post(manager, "/register", referee)).body).toMatchObject({ agent_id: "REF01" });
    const wrong = await post(manager, "/register", registration({ agent_type: "spectator" }));
    expect(wrong).toMatchObject({
      status: 400,
      body: { violations: [{ pointer: "/agent_type", keyword: "enum" }] },
    });
  });

  const { display_name, endpoint } = registration();
  const incomplete = [
    ["a name and an address", { display_name, endpoint }, "P01"],
    ["other names of members", { name: display_name, url: endpoint, games: "even_odd" }, "P01"],
    ["a referee that states its role", { name: display_name, url: endpoint, role: "referee" }, "REF01"],
  ] as const;
  const asked = async (body: object) => {
    const platform = new SimulatedPlatform();
    return post(platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000), "/register", body);
  };

  it.each(incomplete)("with no more than %s is understood", async (_what, body, id) => {
    const accepted = { status: "ACCEPTED", agent_id: id };
    expect(await asked(body)).toMatchObject({ status: 200, body: accepted });
  });

  it.each([{ display_name }, { endpoint }, [], "gamma"])("does not register %j", async (body) => {
    expect(await asked(body as object)).toMatchObject({ status: 400 });
  });
});

it("a report without a token is refused for a referee that registered with POST /register", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const own = { display_name: "Solomon", agent_type: "referee", endpoint: urlOf(8001) };
  const { body: admitted } = await post(manager, "/register", registration(own));
  const report = { message_type: "MATCH_RESULT_REPORT", sender: "referee:REF01", match_id: "R1M1" };
  const result = { status: "WIN", winner_player_id: "P01", drawn_number: 2, choices: { P01: "even" } };
  const asked = async (fields: object) => {
    const params = { ...report, result, ...fields };
    return post(manager, "/mcp", { jsonrpc: "2.0", id: 1, method: "report_match_result", params });
  };
  expect((await asked({})).body.error.data.error_code).toBe("E011");
  const withToken = await asked({ auth_token: admitted.auth_token });
  expect(withToken.body.error?.data.error_code).not.toBe("E011");
});

it("a player that registers by a name and an address only, and answers without an envelope, plays", async () => {
  const platform = new SimulatedPlatform();
  const recorded: unknown[] = [];
  const onEvent = (event: LeagueEvent) => {
    if (event.type === "result_recorded") recorded.push(event.result);
  };
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, onEvent }), 8000);
  platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  const running = platform.connect(player("alpha", "even"), 8102, league);
  await platform.clock.run(running.registered);
  const results: Record<string, object> = {
    handle_game_invitation: { type: "GAME_JOIN_ACK", accepted: true },
    parity_choose: { type: "RESPONSE_PARITY_CHOOSE", choice: "odd" },
    notify_match_result: { ok: true },
  };
  platform.network.attach(urlOf(8103), async ({ body }) => {
    const { id, method } = JSON.parse(String(body));
    const result = results[method];
    const error = { code: -32_601, message: `Method '${method}' not found` };
    const reply = { jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) };
    const headers = { "content-type": "application/json" };
    return { status: 200, headers, body: JSON.stringify(reply) };
  });
  const { display_name, endpoint } = registration();
  await post(manager, "/register", { display_name, version: "1.0.0", endpoint });
  await platform.clock.run(manager.ended);
  expect(recorded).toMatchObject([{ status: "WIN", choices: { P01: "even", P02: "odd" } }]);
  await manager.close();
});

it("a manager with an embedded referee needs no other one", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(
    createLeagueManager({ players: 3, referees: 1, referee: "embedded" }),
    8000,
  );
  const players = ["even", "odd", "even"] as const;
  for (const [index, choice] of players.entries())
    platform.connect(player(`player-${index}`, choice), 8101 + index, league);
  const end = await platform.clock.run(manager.ended);
  expect(end.total_matches).toBe(3);
  expect(end.standings.map(({ played }) => played)).toEqual([2, 2, 2]);
  await manager.close();
});
