/** Referees of other forms under our manager, and ours under a manager of another form. */
import { expect, it } from "vitest";
import { createLeagueManager } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { bundledDocument, type FormsChoice, type ProfileDocument, withForms } from "../../src/wire/index.js";
import { createPlayer, createReferee } from "./agents.js";
import { type RefereeHabits, ScriptedReferee } from "./peers/scripted-referee.js";
import { type Message, scriptNamed, scripts } from "./peers/scripts.js";

const league = urlOf(8000);
async function playUnder(name: string, forms: FormsChoice, habits: RefereeHabits) {
  const platform = new SimulatedPlatform();
  const agentContext = {
    endpoint: league,
    clock: platform.clock,
    random: { bytes: (n: number) => new Uint8Array(n).map((_, index) => index + n), below: () => 0 },
    transport: platform.network,
  };
  const manager = withForms(createLeagueManager({ players: 3, referees: 1 }), { forms }).connect(
    agentContext,
  );
  platform.network.attach(league, manager.handle);
  const referee = new ScriptedReferee(scriptNamed(name), urlOf(8001), league, platform.network, habits);
  platform.network.attach(urlOf(8001), referee.handle);
  await referee.register();
  for (const [index, choice] of (["even", "odd", "even"] as const).entries()) {
    platform.connect(
      createPlayer({ displayName: `player-${index}`, choose: () => choice }),
      8101 + index,
      league,
    );
  }
  const end = await platform.clock.run(manager.ended);
  await manager.close();
  return { end, referee };
}

/** Referees of these forms register canonically and read no canonical answer. */
const undetectable = ["content-reply", "request-reply"];

it.each(scripts.map(({ name }) => name).filter((name) => !undetectable.includes(name)))(
  "a referee of the form %s runs the matches of our league",
  async (name) => {
    const { end, referee } = await playUnder(name, "any", {});
    expect(referee.played).toHaveLength(3);
    // 4 is even: the two that choose "even" beat the one that chooses "odd", and draw with each other.
    expect(end.standings.map(({ points }) => points)).toEqual([4, 4, 0]);
  },
);

it("the manager waits for a referee whose start_match answers after the match", async () => {
  const { end, referee } = await playUnder("mcp-receive", "any", { blocking: true });
  expect(referee.played).toHaveLength(3);
  expect(end.standings.map(({ points }) => points)).toEqual([4, 4, 0]);
});

const announcing = { ...bundledDocument("announcement-start"), name: "announcing" } as ProfileDocument;

it("a referee that starts with the announcement gets the players' endpoints there, and no run_match", async () => {
  const { end, referee } = await playUnder("canonical", announcing, { onAnnouncement: true });
  expect(referee.played).toHaveLength(3);
  expect(end.standings.map(({ points }) => points)).toEqual([4, 4, 0]);
});

it("our referee starts a match that is announced to it with the players' addresses", async () => {
  const platform = new SimulatedPlatform();
  const reports: Message[] = [];
  const says = (message_type: string, fields: Message) => ({
    protocol: "league.v2",
    message_type,
    sender: "league_manager",
    timestamp: "2025-12-20T10:00:00Z",
    conversation_id: "conv",
    ...fields,
  });
  const registered: Record<string, Message> = {
    register_player: { message_type: "LEAGUE_REGISTER_RESPONSE" },
    register_referee: { message_type: "REFEREE_REGISTER_RESPONSE", referee_id: "REF01" },
  };
  let players = 0;
  platform.network.attach(league, async ({ body }) => {
    const { id, method, params } = JSON.parse(String(body));
    const accepted = {
      status: "ACCEPTED",
      auth_token: `token-${method}-${players}`,
      league_id: "L",
      reason: null,
    };
    if (method === "report_match_result") reports.push(params);
    const fields =
      method === "report_match_result"
        ? { message_type: "MATCH_RESULT_ACK", match_id: params.match_id, status: "recorded" }
        : {
            ...accepted,
            ...registered[method],
            ...(method === "register_player" ? { player_id: `P0${++players}` } : {}),
          };
    const result = { ...says("", {}), ...fields, conversation_id: params.conversation_id };
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id, result }),
    };
  });
  const agents = (["even", "odd"] as const).map((choice, index) =>
    platform.connect(createPlayer({ displayName: choice, choose: () => choice }), 8101 + index, league),
  );
  const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  await platform.clock.run(Promise.all([...agents, referee].map((agent) => agent.registered)));
  const match = {
    match_id: "R1M1",
    game_type: "even_odd",
    player_A_id: "P01",
    player_B_id: "P02",
    referee_endpoint: urlOf(8001),
  };
  const announce = (extras: Message) => {
    const params = says("ROUND_ANNOUNCEMENT", {
      league_id: "L",
      round_id: 1,
      matches: [{ ...match, ...extras }],
    });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "notify_round", params });
    return referee.handle({ method: "POST", path: "/mcp", contentType: "application/json", body });
  };
  await announce({});
  await platform.clock.run(platform.clock.run(Promise.resolve()));
  expect(referee.health().state).toBe("IDLE");
  await announce({ player_A_endpoint: urlOf(8101), player_B_endpoint: urlOf(8102) });
  await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(10_000, resolve)));
  expect(reports).toMatchObject([
    { match_id: "R1M1", result: { details: { choices: { P01: "even", P02: "odd" } } } },
  ]);
});
