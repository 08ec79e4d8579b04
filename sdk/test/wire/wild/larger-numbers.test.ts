/** A referee with the names of the documents that draws from 1 to 100: its result counts if its times show another form. */
import { expect, it } from "vitest";
import { createLeagueManager, createPlayer } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { type Body, bodyOf } from "./wild-player.js";

const league = urlOf(8000);
const withOffset = "2025-12-20T10:00:00.000000+00:00";
const choices = { P01: "odd", P02: "even" };
const won = {
  ...{ status: "WIN", winner_player_id: "P01", drawn_number: 81, number_parity: "odd" },
  ...{ choices, reason: "P01 chose odd" },
};

/** The answer of our player to the result of a match, and the matches that it counts. */
async function resultAt(timestamp: string, game_result: Body, strict = false) {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const over: unknown[] = [];
  const onMatch = (match: unknown) => void over.push(match);
  const ours = createPlayer({ displayName: "ours", choose: () => "odd", onMatch, strict });
  const player = platform.connect(ours, 8101, league);
  await platform.clock.run(player.registered);
  const tell = async (method: string, message_type: string, fields: Body) => {
    const envelope = { protocol: "league.v2", message_type, sender: "referee:REF01", timestamp };
    const match = { conversation_id: "conv-1", auth_token: "tok", match_id: "R1M1", game_type: "even_odd" };
    const params = { ...envelope, ...match, ...fields };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const { signal } = new AbortController();
    const reply = await platform.clock.run(platform.network.send({ url: urlOf(8101), body, signal }));
    return bodyOf(JSON.parse(reply.body));
  };
  const invitation = { league_id: "spring", round_id: 1, role_in_match: "PLAYER_A", opponent_id: "P02" };
  await tell("handle_game_invitation", "GAME_INVITATION", invitation);
  const answer = await tell("notify_match_result", "GAME_OVER", { game_result });
  await Promise.all([player.close(), manager.close()]);
  return { answer, over };
}

it("a result with such a number is counted without the number", async () => {
  const { answer, over } = await resultAt(withOffset, won);
  expect(bodyOf(answer.result)).toMatchObject({ message_type: "GAME_OVER_ACK" });
  expect(over).toMatchObject([{ points: 3, drawn_number: null }]);
});

it.each([
  ["the times of the documents", "2025-12-20T10:00:00.000Z", won, false],
  ["no number at all", withOffset, { ...won, drawn_number: "81" }, false],
  ["such a number in strict mode", withOffset, won, true],
])("a result is refused with %s", async (_what, timestamp, result, strict) => {
  const { answer, over } = await resultAt(timestamp, result, strict);
  expect(answer).toHaveProperty("error");
  expect(over).toEqual([]);
});
