/** Our player in a league that numbers its members and matches, with JSON numbers. */
import { expect, it } from "vitest";
import type { PlayedMatch } from "./agents.js";
import { type Body, bodyOf } from "./peers/json-rpc.js";
import { joined } from "./peers/plain-league.js";

const auth_token = "r".repeat(32);
const invitation = { match_id: 12, opponent_id: 8, round_id: 1, role_in_match: "PLAYER_A" };
const question = { match_id: 12, player_id: 7, context: { opponent_id: 8, round_id: 1 } };
const winner = { status: "WIN", winner_player_id: 7, drawn_number: 7, choices: { 7: "odd", 8: "even" } };

/** The results of our player's answers to the messages of one match, and the matches that it has played. */
async function playIn(given: Body) {
  const played: PlayedMatch[] = [];
  const { platform, manager, close } = await joined(given, {
    onMatch: (match) => void played.push(match),
  });
  const [player] = manager.players;
  if (player === undefined) throw new Error("the player should have registered");
  const ask = async (type: string, name: string, fields: Body) => {
    const about = { sender: "referee:1", game_type: "even_odd", conversation_id: "conv-12", auth_token };
    const request = { ...manager.request(type, { ...fields, ...about }), method: name };
    const answer = await platform.clock.run(manager.send(player.url, request));
    return bodyOf(answer.result);
  };
  const answers = [
    await ask("GAME_INVITATION", "invite", invitation),
    await ask("CHOOSE_PARITY_CALL", "choose", question),
    await ask("GAME_OVER", "match_result", { match_id: 12, game_result: winner }),
  ];
  await close();
  return { answers, played };
}

it("our player reads numbers as ids, and answers with numbers", async () => {
  const { answers, played } = await playIn({ player_id: 7 });
  expect(answers).toMatchObject([
    { match_id: 12, player_id: 7, accept: true },
    { match_id: 12, player_id: 7, parity_choice: "odd" },
    { match_id: 12, player_id: 7 },
  ]);
  expect(played).toMatchObject([{ match_id: "12", opponent_id: "8", end: "win" }]);
});

it("our player reads no numbers as ids in a league that gives a text as id", async () => {
  const { answers, played } = await playIn({ player_id: "P01" });
  expect([answers.map(({ accept, parity_choice }) => accept ?? parity_choice), played]).toEqual([
    [undefined, undefined, undefined],
    [],
  ]);
});
