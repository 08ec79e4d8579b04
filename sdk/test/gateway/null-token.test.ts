/** A referee of a form without tokens that writes the member all the same, as null. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer } from "./agents.js";

const own = urlOf(8001);

function wrapped(message_type: string, members: object): string {
  const envelope = {
    ...{ protocol: "league.v2", message_type, sender: "referee:REF01", auth_token: null },
    ...{ timestamp: "2026-03-01T10:00:00.123456Z", conversation_id: "talk-1" },
  };
  const params = { message: { ...envelope, ...members } };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "handle_message", params });
}

it.each([null, undefined])(
  "a token that is %s counts as none behind the league manager's gateway",
  async (auth_token) => {
    const platform = new SimulatedPlatform();
    const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
    const post = { method: "POST", contentType: "application/json" };
    const say = async (path: string, body: string) =>
      JSON.parse((await platform.clock.run(manager.handle({ ...post, path, body }))).body);
    const referee_meta = {
      ...{ display_name: "Arbiter", version: "1", game_types: ["even_odd"], contact_endpoint: own },
      max_concurrent_matches: 1,
    };
    const joined = await say("/mcp", wrapped("REFEREE_REGISTER_REQUEST", { referee_meta }));
    expect(joined.result).toMatchObject({ status: "ACCEPTED", referee_id: "REF01" });
    const player = platform.connect(
      createPlayer({ displayName: "A", choose: () => "odd" }),
      8101,
      urlOf(8000),
    );
    await platform.clock.run(player.registered);
    const invitation = {
      ...{ auth_token, league_id: "league_1", round_id: 1, match_id: "R1M1", game_type: "even_odd" },
      ...{ role_in_match: "PLAYER_A", opponent_id: "P02" },
    };
    const { result } = await say("/via/127.0.0.1:8101/mcp", wrapped("GAME_INVITATION", invitation));
    expect(result).toMatchObject({ message_type: "GAME_JOIN_ACK", match_id: "R1M1", accept: true });
    await Promise.all([player, manager].map((agent) => agent.close()));
  },
);

it("a member that is null is replaced by what is known of the match", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const asked: string[] = [];
  platform.network.attach(urlOf(8101), async ({ body }) => {
    asked.push(String(body));
    const { id } = JSON.parse(String(body));
    const result = { choice: "even", match_id: "R1M1" };
    return { status: 200, headers: {}, body: JSON.stringify({ jsonrpc: "2.0", id, result }) };
  });
  const say = (path: string, body: string) =>
    platform.clock.run(manager.handle({ method: "POST", contentType: "application/json", path, body }));
  const meta = { display_name: "Arbiter", version: "1", game_types: ["even_odd"], contact_endpoint: own };
  const referee_meta = { ...meta, max_concurrent_matches: 1 };
  await say("/mcp", wrapped("REFEREE_REGISTER_REQUEST", { referee_meta }));
  await say("/register", JSON.stringify({ display_name: "B", contact_endpoint: urlOf(8101) }));
  const match = { match_id: "R1M1", game_type: "even_odd" };
  const invitation = { league_id: "spring", round_id: 3, role_in_match: "PLAYER_A", opponent_id: "P02" };
  await say("/via/127.0.0.1:8101/mcp", wrapped("GAME_INVITATION", { ...match, ...invitation }));
  const call = { league_id: null, round_id: null, player_id: "P01", deadline: "2026-03-01T10:00:30.5Z" };
  const context = { opponent_id: "P02" };
  await say("/via/127.0.0.1:8101/mcp", wrapped("CHOOSE_PARITY_CALL", { ...match, ...call, context }));
  const choices = asked.filter((text) => text.includes("CHOOSE_PARITY_CALL"));
  expect(choices[0]).toContain('"round_id":3');
  for (const text of choices) expect(text).not.toMatch(/"(league_id|round_id)":null/);
  await manager.close();
});
