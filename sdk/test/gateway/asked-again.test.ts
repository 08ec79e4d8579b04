/** A referee whose messages are canonical but for their times; it looks for the choice under another name, and asks again when it finds none. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer } from "./agents.js";
import { type Body, bodyOf } from "./peers/json-rpc.js";

const league = urlOf(8000);

/** The answers of our player to two calls for the same choice, at this time. */
async function answersAt(timestamp: string): Promise<Body[]> {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const player = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8101, league);
  await platform.clock.run(player.registered);
  const ask = async (method: string, message_type: string, fields: Body) => {
    const envelope = { protocol: "league.v2", message_type, sender: "referee:REF01", timestamp };
    const match = { conversation_id: "conv-1", auth_token: "tok", match_id: "R1M1", game_type: "even_odd" };
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...envelope, ...match, ...fields },
    });
    const { signal } = new AbortController();
    const reply = await platform.clock.run(platform.network.send({ url: urlOf(8101), body, signal }));
    return bodyOf(bodyOf(JSON.parse(reply.body)).result);
  };
  const invitation = { league_id: "spring", round_id: 1, role_in_match: "PLAYER_A", opponent_id: "P02" };
  await ask("handle_game_invitation", "GAME_INVITATION", invitation);
  const context = { opponent_id: "P02", round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } };
  const call = () =>
    ask("choose_parity", "CHOOSE_PARITY_CALL", { player_id: "P01", context, deadline: timestamp });
  const answers = [await call(), await call()];
  await Promise.all([player.close(), manager.close()]);
  return answers;
}

it("the referee gets the choice under both names on its second request", async () => {
  const [first, second] = await answersAt("2025-12-20T10:00:00.000000+00:00");
  expect(first).toMatchObject({ parity_choice: "odd", player_id: "P01" });
  expect(first).not.toHaveProperty("choice");
  expect(second).toMatchObject({ parity_choice: "odd", choice: "odd" });
});

it("the referee gets the same answer again if its times are those of the documents", async () => {
  const [first, second] = await answersAt("2025-12-20T10:00:00.000Z");
  expect(first).toMatchObject({ parity_choice: "odd" });
  expect({ ...second, timestamp: "" }).toEqual({ ...first, timestamp: "" });
});
