/** Players that choose with 0 and 1: read where the player has another form, refused in the documents' form and by `strict`. */
import { expect, it } from "vitest";
import { urlOf } from "../../src/testing/index.js";
import { INFORMING, keepsItsId, meta, now, registers, rpc, says } from "./peers/player-messages.js";
import { league, underOurReferee } from "./peers/under-our-referee.js";
import {
  type Body,
  bodyOf,
  type PlayerHabits,
  rpcError,
  rpcResult,
  WildPlayer,
} from "./peers/wild-player.js";

/** @param member the member with the choice */
const withNumbers = (member: string): PlayerHabits => ({
  name: "with numbers",
  registration: (me) => rpc("register_player", { player_meta: meta(me) }),
  joined: keepsItsId,
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(params);
    const answers: Record<string, object> = {
      handle_game_invitation: { status: "ACK" },
      choose_parity: { [member]: me.choice === "even" ? 0 : 1 },
      notify_match_result: { status: "ACK" },
    };
    const answer = answers[String(method)];
    if (answer === undefined) return rpcError(id, -32601, `Method '${String(method)}' not found`);
    understood(String(message.message_type), message);
    return rpcResult(id, answer);
  },
});

/** Whole messages of the documents, except for the choice, with or without the token. */
const canonicalWithNumbers = (hasToken: boolean): PlayerHabits => ({
  name: "canonical with numbers",
  registration: (me) => rpc("register_player", registers(me)),
  joined: keepsItsId,
  answer: ({ method, params, id }, me, understood) => {
    const { message_type: type, ...message } = bodyOf(params);
    if (method === "ping") return rpcResult(id, { ok: true, message: "pong" });
    const { conversation_id, match_id, round_id } = message;
    understood(String(type), message);
    const own = { conversation_id, player_id: me.id, ...(hasToken ? { auth_token: me.token } : {}) };
    const answer = (name: string, rest: object) => rpcResult(id, says(me, name, { ...own, ...rest }));
    if (type === "GAME_INVITATION")
      return answer("GAME_JOIN_ACK", { match_id, accept: true, arrival_timestamp: now });
    if (type === "CHOOSE_PARITY_CALL")
      return answer("CHOOSE_PARITY_RESPONSE", { match_id, parity_choice: 1 });
    const ack = String(type).replace("LEAGUE_STANDINGS", "STANDINGS");
    return INFORMING.includes(String(type))
      ? answer(`${ack}_ACK`, { match_id, round_id, status: "ACKNOWLEDGED" })
      : rpcError(id, -32601, "Method not found");
  },
});

const sent = 1_795_446_195_960;
const camelNames = { handle_game_invitation: "join", choose_parity: "choose", notify_match_result: "end" };

/** Members in camelCase, times in milliseconds; nothing else is read. */
const inCamelCase: PlayerHabits = {
  name: "in camelCase",
  registration: ({ name, url }) =>
    rpc("register_player", {
      ...{ protocol: "league.v2", messageType: "LEAGUE_REGISTER_REQUEST", sender: `player:${name}` },
      ...{ timestamp: sent, conversationId: "conv-camel-1" },
      playerMeta: { displayName: name, version: "1.0.0", gameTypes: ["even_odd"], contactEndpoint: url },
    }),
  joined: ({ result }) => {
    const { playerId, authToken, timestamp } = bodyOf(result);
    if (typeof playerId !== "string" || typeof timestamp !== "number") return undefined;
    return { id: playerId, token: String(authToken) };
  },
  answer: ({ method, params, id }, me, understood) => {
    const name = String(method);
    if (!Object.hasOwn(camelNames, name)) return rpcError(id, -32601, `Method not found: ${name}`);
    const { matchId, conversationId, messageType, gameResult } = bodyOf(params);
    if (matchId === undefined) return rpcError(id, -32602, "Invalid params: matchId is undefined");
    understood(String(messageType), { match_id: matchId });
    const says = (type: string, rest: Body) =>
      rpcResult(id, {
        ...{ protocol: "league.v2", messageType: type, sender: `player:${me.id}`, timestamp: sent },
        ...{ conversationId, matchId, playerId: me.id, ...rest },
      });
    if (name === "handle_game_invitation")
      return says("GAME_JOIN_ACK", { accept: true, arrivalTimestamp: sent });
    if (name === "choose_parity") return says("CHOOSE_PARITY_RESPONSE", { parityChoice: me.choice });
    return says("GAME_OVER_ACK", { status: "ACKNOWLEDGED", gameResult });
  },
};

const inCamelCaseWithNumbers: PlayerHabits = {
  ...inCamelCase,
  answer: (request, me, understood) => {
    const reply = inCamelCase.answer(request, me, understood);
    const { result, ...rest } = bodyOf(reply.body);
    const { parityChoice } = bodyOf(result);
    if (parityChoice === undefined) return reply;
    return {
      body: { ...rest, result: { ...bodyOf(result), parityChoice: parityChoice === "even" ? 0 : 1 } },
    };
  },
};

async function play(habits: PlayerHabits, choice: "even" | "odd") {
  const record = await underOurReferee((platform) => {
    const player = new WildPlayer(habits, { name: "own", url: urlOf(8102), choice }, "P02");
    platform.network.attach(player.me.url, player.handle);
    return player.register(platform.network, league);
  });
  return { status: record?.outcome.status, choice: record?.outcome.choices.P02 };
}

it.each([
  ["parity_choice", "even"],
  ["parity_choice", "odd"],
  ["choice", "even"],
  ["choice", "odd"],
] as const)("a player of another form chooses with %s as a number: %s", async (member, choice) => {
  const { status, choice: read } = await play(withNumbers(member), choice);
  expect([status, read]).toEqual([expect.not.stringMatching("TECHNICAL_LOSS"), choice]);
});

it("a number under another name is no choice", async () => {
  expect(await play(withNumbers("round"), "odd")).toEqual({ status: "TECHNICAL_LOSS", choice: null });
});

it.each([true, false])("a canonical player that answers 1 has not chosen (token: %s)", async (hasToken) => {
  const { status, choice } = await play(canonicalWithNumbers(hasToken), "odd");
  expect([status, choice]).toEqual(["TECHNICAL_LOSS", null]);
});

it("a number in a whole message in camelCase is a choice", async () => {
  expect((await play(inCamelCaseWithNumbers, "even")).choice).toBe("even");
});
