/** Results without a sender: accepted only from a referee whose messages have no sender. */
import { expect, it } from "vitest";
import { urlOf } from "../../src/testing/index.js";
import { type Body, bodyOf } from "./peers/json-rpc.js";
import { joined } from "./peers/plain-league.js";

const now = "2025-12-20T10:00:00+00:00";

/** The answers of our player, and the results that it counts. */
async function answersOf(...bodies: Body[]) {
  const over: unknown[] = [];
  const { platform, close } = await joined(oddAcceptance, { onMatch: (match) => void over.push(match) });
  const answers: Body[] = [];
  for (const body of bodies) {
    const { signal } = new AbortController();
    const reply = await platform.network.send({ url: urlOf(8101), body: JSON.stringify(body), signal });
    answers.push(bodyOf(JSON.parse(reply.body)));
  }
  await close();
  return { answers, over };
}

const isAcknowledged = (answer: Body) => answer.error === undefined;

/** A canonical league except for its acceptance, which has no conversation and an invalid time. */
const oddAcceptance = {
  ...{ conversation_id: undefined, timestamp: "2025-12-20T10:00:00+00:00Z" },
  ...{ auth_token: "t".repeat(32), league_id: "L1" },
};

const rpc = (method: string, params: Body): Body => ({ jsonrpc: "2.0", id: 5, method, params });
/** A referee that writes its times with an offset. */
const asked = (method: string, message_type: string, fields: Body) => {
  const envelope = { protocol: "league.v2", message_type, sender: "referee:REF01", timestamp: now };
  return rpc(method, { ...envelope, conversation_id: "conv-n", match_id: "R1M1", ...fields });
};
const invitation = (token: Body) =>
  asked("handle_game_invitation", "GAME_INVITATION", {
    ...{ league_id: "wild", round_id: 1, game_type: "even_odd", ...token },
    ...{ role_in_match: "PLAYER_A", opponent_id: "P02" },
  });
const call = (token: Body) =>
  asked("choose_parity", "CHOOSE_PARITY_CALL", {
    ...{ player_id: "P01", game_type: "even_odd", deadline: now, ...token },
    context: { opponent_id: "P02", your_standings: {}, opponent_standings: {} },
  });

it.each([
  ["a result", "P01", "even", { points: 3, opponent_choice: "even", drawn_number: 7 }],
  ["a draw", null, "odd", { points: 1, opponent_choice: "odd", drawn_number: 7 }],
])(
  "%s without a sender is accepted as the referee's, if the referee's messages have no sender",
  async (_what, winner_id, theirs, expected) => {
    const choices = { P01: "odd", P02: theirs };
    const result = rpc("notify_match_result", { match_id: "R1M1", winner_id, drawn_number: 7, choices });
    const { answers, over } = await answersOf(invitation({}), call({}), result);
    expect(answers.map(isAcknowledged), JSON.stringify(answers)).toEqual([true, true, true]);
    expect(over).toMatchObject([expected]);
  },
);

it("such a result is refused for a match whose referee states its sender", async () => {
  const token = { auth_token: "token-of-the-referee-0123456789ab" };
  const choices = { P01: "odd", P02: "even" };
  const result = rpc("notify_match_result", { match_id: "R1M1", winner_id: "P02", drawn_number: 7, choices });
  const { answers, over } = await answersOf(invitation(token), result);
  expect(answers.map(isAcknowledged), JSON.stringify(answers)).toEqual([true, false]);
  expect(over).toEqual([]);
});
