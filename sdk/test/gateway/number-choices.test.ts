/** Players that choose with 0 and 1: read where the player has another form, refused in the documents' form and by `strict`. */
import { expect, it } from "vitest";
import { urlOf } from "../../src/testing/index.js";
import { INFORMING, keepsItsId, meta, now, registers, rpc, says } from "./peers/player-messages.js";
import { playersWithOwnSpellings } from "./peers/players-with-own-spellings.js";
import { league, underOurReferee } from "./peers/under-our-referee.js";
import { bodyOf, type PlayerHabits, rpcError, rpcResult, WildPlayer } from "./peers/wild-player.js";

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

const [makeCamel] = playersWithOwnSpellings;
const inCamelCase = makeCamel?.();
const inCamelCaseWithNumbers: PlayerHabits = {
  ...(inCamelCase ?? withNumbers("choice")),
  answer: (request, me, understood) => {
    const reply = inCamelCase?.answer(request, me, understood) ?? { body: undefined };
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
