/** Agents that accept only times in whole seconds, and players that require a token in each message. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "./agents.js";
import { bodyOf, type PlayerHabits, rpcError, rpcResult, WildPlayer } from "./peers/wild-player.js";

const league = urlOf(8000);
const now = "2025-12-20T10:00:00Z";
const wholeSeconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Its methods are message types; it checks the protocol first, then the time and the token. */
const wantsTokenAndSeconds: PlayerHabits = {
  name: "wants-token-and-seconds",
  registration: ({ id, name, url }) => ({
    ...{ jsonrpc: "2.0", id: 1, method: "LEAGUE_REGISTER_REQUEST" },
    params: {
      ...{ protocol: "league.v2", message_type: "LEAGUE_REGISTER_REQUEST", sender: `player:${id}` },
      ...{ timestamp: now, conversation_id: "conv-wants", auth_token: "" },
      player_meta: {
        ...{ display_name: name, version: "1.0.0", game_types: ["even_odd"], contact_endpoint: url },
      },
    },
  }),
  joined: (answer) => {
    const { status, player_id, auth_token } = bodyOf(answer.result);
    return status === "ACCEPTED" ? { id: String(player_id), token: String(auth_token) } : undefined;
  },
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(params);
    const { protocol, message_type, timestamp, auth_token, match_id, conversation_id } = message;
    if (protocol !== "league.v2") return rpcError(id, -32602, "Protocol mismatch", 400);
    if (method !== message_type) return rpcError(id, -32601, "Method not found", 404);
    if (!wholeSeconds.test(String(timestamp))) {
      const details = `Invalid timestamp format: '${String(timestamp)}'`;
      return rpcError(id, -32602, "Invalid params", 400, { details });
    }
    if (typeof auth_token !== "string" || auth_token === "")
      return rpcError(id, -32001, "Missing auth token", 401);
    understood(String(message_type), message);
    const says = {
      ...{ protocol: "league.v2", sender: `player:${me.id}`, timestamp: now, conversation_id, auth_token },
      ...{ match_id, player_id: me.id },
    };
    if (message_type === "GAME_INVITATION") {
      const joined = { message_type: "GAME_JOIN_ACK", accept: true, arrival_timestamp: now };
      return rpcResult(id, { ...says, ...joined });
    }
    if (message_type === "CHOOSE_PARITY_CALL") {
      return rpcResult(id, { ...says, message_type: "CHOOSE_PARITY_RESPONSE", parity_choice: me.choice });
    }
    return rpcResult(id, { ...says, message_type, status: "acknowledged" });
  },
};

it("a player that requires a token and whole seconds plays", async () => {
  const platform = new SimulatedPlatform();
  const records: MatchRecord[] = [];
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8101, league);
  await platform.clock.run(Promise.all([referee.registered, ours.registered]));
  const me = { name: "Particular", url: urlOf(8102), choice: "even" } as const;
  const player = new WildPlayer(wantsTokenAndSeconds, me, "P07");
  platform.network.attach(me.url, player.handle);
  await player.register(platform.network, league);
  await platform.clock.run(manager.ended);
  await Promise.all([manager, referee, ours].map((agent) => agent.close()));
  const [record] = records;
  expect(Object.values(record?.outcome.choices ?? {}).toSorted()).toEqual(["even", "odd"]);
  expect(player.understood.filter((one) => one.startsWith("GAME_OVER "))).toEqual(["GAME_OVER R1M1"]);
});

it("an agent answers a message of another form in the time style of the message", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8101, league);
  await platform.clock.run(ours.registered);
  const invitation = (timestamp: string) =>
    JSON.stringify({
      ...{ jsonrpc: "2.0", id: 7, method: "GAME_INVITATION" },
      params: {
        ...{ protocol: "league.v2", message_type: "GAME_INVITATION", sender: "referee:REF01", timestamp },
        ...{ conversation_id: "conv-1", league_id: "spring", round_id: 1, match_id: "R1M1" },
        ...{ game_type: "even_odd", role_in_match: "PLAYER_A", opponent_id: "P02" },
      },
    });
  const timesFor = async (timestamp: string) => {
    const { signal } = new AbortController();
    const reply = await platform.network.send({ url: urlOf(8101), body: invitation(timestamp), signal });
    const { timestamp: sent, arrival_timestamp } = bodyOf(bodyOf(JSON.parse(reply.body)).result);
    return [sent, arrival_timestamp];
  };
  const whole = [expect.stringMatching(wholeSeconds), expect.stringMatching(wholeSeconds)];
  expect(await timesFor(now)).toEqual(whole);
  const fraction = expect.stringMatching(/\.\d{3}Z$/);
  expect(await timesFor("2025-12-20T10:00:00.250Z")).toEqual([fraction, fraction]);
  await Promise.all([manager.close(), ours.close()]);
});
