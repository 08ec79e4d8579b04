/** `wire: "any"`: what it accepts beyond `auto` are answers; requests keep the rules of their form. */
import { expect, it } from "vitest";
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type MatchRecord,
  seededRandom,
} from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";

const league = urlOf(8000);
const envelope = ["protocol", "message_type", "sender", "timestamp", "conversation_id", "auth_token"];

/** A match of two players whose choices lack some members; their other messages are canonical. */
async function matchWithout(members: readonly string[], wire: string): Promise<MatchRecord | undefined> {
  const platform = new SimulatedPlatform();
  const { clock, network: transport } = platform;
  const agentContext = (port: number) => ({
    ...{ endpoint: urlOf(port), clock, transport, wire },
    random: seededRandom(String(port)),
  });
  const manager = createLeagueManager({ players: 2, referees: 1 }).connect(agentContext(8000));
  platform.network.attach(league, manager.handle);
  const records: MatchRecord[] = [];
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = createReferee({ displayName: "Solomon", onMatch }).connect({
    ...agentContext(8001),
    league,
  });
  platform.network.attach(urlOf(8001), referee.handle);
  await clock.run(referee.registered);
  for (const port of [8101, 8102]) {
    const player = platform.connect(
      createPlayer({ displayName: `${port}`, choose: () => "odd" }),
      port,
      league,
    );
    await clock.run(player.registered);
    platform.network.detach(urlOf(port));
    platform.network.attach(urlOf(port), async (request) => {
      const reply = await player.handle(request);
      const body = JSON.parse(String(reply.body)) as { result?: Record<string, unknown> };
      const isChoice = body.result?.message_type === "CHOOSE_PARITY_RESPONSE";
      for (const member of isChoice ? members : []) delete body.result?.[member];
      return { ...reply, body: JSON.stringify(body) };
    });
  }
  await clock.run(manager.ended);
  await manager.close();
  return records[0];
}

it.each([...envelope.map((member) => [member]), ["match_id"], ["player_id"], envelope])(
  "choices without %j count with wire: any",
  async (...members) => {
    const record = await matchWithout(members, "any");
    expect(record?.outcome).toMatchObject({ status: "DRAW", choices: { P01: "odd", P02: "odd" } });
  },
);

it("a choice without a sender from a canonical peer is a fault with auto", async () => {
  expect((await matchWithout(["sender"], "auto"))?.outcome).toMatchObject({
    choices: { P01: null, P02: null },
  });
});

it("a request without a sender is refused with any and with auto", async () => {
  const platform = new SimulatedPlatform();
  const { clock, network: transport } = platform;
  const agentContext = {
    endpoint: urlOf(8101),
    clock,
    transport,
    random: seededRandom("player"),
    wire: "any",
  };
  const player = createPlayer({ displayName: "ours", choose: () => "odd" }).connect(agentContext);
  const params = {
    ...{ protocol: "league.v2", message_type: "CHOOSE_PARITY_CALL", timestamp: "2026-01-02T03:04:05.678Z" },
    ...{ conversation_id: "conv", match_id: "R1M1", player_id: "P01", game_type: "even_odd" },
    context: { opponent_id: "P02", round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } },
    deadline: "2026-01-02T03:04:35.678Z",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "choose_parity", params });
  const reply = await player.handle({ method: "POST", path: "/mcp", contentType: "application/json", body });
  expect(reply.body).toContain("/sender");
  await player.close();
});
