/** Agents with the envelope and the content of every message in two objects, and one method for all messages. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { deriveForm } from "../../src/wire/derive/derive-form.js";
import { lintProfile } from "../../src/wire/index.js";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "./agents.js";
import { rpc } from "./peers/player-messages.js";
import {
  type Body,
  bodyOf,
  isBody,
  type PlayerHabits,
  rpcError,
  rpcResult,
  WildPlayer,
} from "./peers/wild-player.js";

const league = urlOf(8000);
const method = "league.handle";
const now = "2025-12-20T10:00:00.123456Z";

const envelope = (message_type: string, sender: string, conversation_id: unknown): Body => ({
  ...{ protocol: "league.v2", message_type, sender, timestamp: now, conversation_id },
});

/** Flat content, the endpoint as `endpoint_url`, its own id and no name; the token is in the envelope. */
const splitPlayer: PlayerHabits = {
  name: "split",
  registration: ({ id, url }) =>
    rpc(method, {
      envelope: envelope("REGISTER_PLAYER_REQUEST", `player:${id}`, "0ab6d4f0-8a9f-4bd5-9e5f-b2a7e2d2a001"),
      payload: { player_id: id, endpoint_url: url },
    }),
  joined: ({ result }, { id }) => {
    const { auth_token } = bodyOf(bodyOf(result).payload);
    return isBody(bodyOf(result).envelope) && auth_token !== undefined
      ? { id, token: String(auth_token) }
      : undefined;
  },
  answer: ({ method: called, params, id }, me, understood) => {
    if (called !== method) return rpcError(id, -32601, `Invalid method: ${String(called)}`);
    const { envelope: head, payload } = bodyOf(params);
    if (!isBody(head) || !isBody(payload)) return rpcError(id, 4002, "Missing 'envelope' in params");
    const { message_type, conversation_id } = head;
    understood(String(message_type), payload);
    const says = (type: string, content: Body) =>
      rpcResult(id, { envelope: envelope(type, `player:${me.id}`, conversation_id), payload: content });
    const { match_id } = payload;
    if (message_type === "GAME_INVITATION") return says("GAME_JOIN_ACK", { status: "accepted", match_id });
    if (message_type === "CHOOSE_PARITY_CALL")
      return says("CHOOSE_PARITY_RESPONSE", { parity_choice: me.choice, match_id });
    return says(String(message_type), {});
  },
};

it("a player of this kind registers, and plays a match in our league", async () => {
  const platform = new SimulatedPlatform();
  const records: MatchRecord[] = [];
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8101, league);
  await platform.clock.run(Promise.all([referee.registered, ours.registered]));
  const me = { name: "Split", url: urlOf(8102), choice: "even" } as const;
  const player = new WildPlayer(splitPlayer, me, "alice");
  platform.network.attach(me.url, player.handle);
  await player.register(platform.network, league);
  await platform.clock.run(manager.ended);
  await Promise.all([manager, referee, ours].map((agent) => agent.close()));
  expect(Object.values(records[0]?.outcome.choices ?? {}).toSorted()).toEqual(["even", "odd"]);
  expect(player.understood).toContain("GAME_OVER R1M1");
  expect(player.understood.filter((one) => one.startsWith("GAME_OVER"))).toHaveLength(1);
});

it("our player answers a message in two objects in two objects", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8101, league);
  await platform.clock.run(ours.registered);
  const invitation = rpc(method, {
    envelope: {
      ...envelope("GAME_INVITATION", "referee:REF01", "conv-1"),
      ...{ match_id: "R1M1", game_type: "even_odd", auth_token: "own" },
    },
    payload: { match_id: "R1M1", game_type: "even_odd", role_in_match: "PLAYER_A", opponent_id: "P02" },
  });
  const { signal } = new AbortController();
  const body = JSON.stringify(invitation);
  const reply = await platform.clock.run(platform.network.send({ url: urlOf(8101), body, signal }));
  const { result } = bodyOf(JSON.parse(reply.body));
  expect(result).toMatchObject({
    envelope: { message_type: "GAME_JOIN_ACK", conversation_id: "conv-1", match_id: "R1M1" },
    payload: { accept: true, match_id: "R1M1" },
  });
  await Promise.all([manager.close(), ours.close()]);
});

it("the form is derived from a registration, and from the refusal of a message without an envelope object", () => {
  const me = { name: "Split", url: urlOf(8102), choice: "even", id: "alice", token: "" } as const;
  const registration = splitPlayer.registration(me);
  const spoken = deriveForm("split", "player", [{ by: "peer", request: registration }]);
  expect(spoken?.profile).toMatchObject({
    split: { envelope: "envelope", payload: "payload" },
    method: { always: method },
  });
  const request = rpc("handle_game_invitation", { message_type: "GAME_INVITATION" });
  const { body } = rpcError(1, 4002, "Missing 'envelope' in params");
  const refused = deriveForm("split", "player", [{ by: "us", request, status: 200, reply: body }]);
  expect(refused?.profile.split).toEqual({ envelope: "envelope", payload: "payload" });
});

it("the lint requires two different names", () => {
  const document = { name: "own", title: "Own", description: "Own.", extends: "loose" };
  const faults = (split: unknown) => lintProfile({ ...document, split }).map(({ pointer }) => pointer);
  expect(faults({ envelope: "header", payload: "body" })).toEqual([]);
  expect(faults({ envelope: "same", payload: "same" })).toEqual(["/split"]);
  expect(faults({ envelope: "header" })).toEqual(["/split"]);
});
