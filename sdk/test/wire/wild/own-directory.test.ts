/** Our player in a league without tokens whose referees have the players' ids in a file: they use another id than its league. */
import { expect, it } from "vitest";
import { joined } from "./plain-league.js";
import { type Body, bodyOf } from "./wild-player.js";

const about = { sender: "referee:REF01", match_id: "R1M1", round_id: 1, game_type: "even_odd" };
const deadline = "2025-12-20T10:00:30Z";

/** The answers of our player P01 to the messages of a match under the id P07. */
async function answersTo(given: Body, { opponent = "P02", strict = false } = {}): Promise<unknown[]> {
  const { platform, manager, close } = await joined(given, { strict });
  const [player] = manager.players;
  if (player === undefined) throw new Error("the player should have registered");
  const messages: readonly (readonly [string, Body])[] = [
    ["GAME_INVITATION", { ...about, role_in_match: "player_a", opponent_id: opponent }],
    [
      "CHOOSE_PARITY_CALL",
      { ...about, player_id: "P07", context: { opponent_id: opponent, round_id: 1 }, deadline },
    ],
    [
      "GAME_OVER",
      {
        ...about,
        game_result: {
          ...{ status: "TECHNICAL_LOSS", winner_player_id: "P07", drawn_number: 0, number_parity: "even" },
          choices: { P07: "odd", [opponent]: "NO_RESPONSE" },
        },
      },
    ],
  ];
  const answers: unknown[] = [];
  for (const [type, fields] of messages) {
    const { result, error } = await platform.clock.run(
      manager.tell(player, type, { auth_token: given.auth_token, ...fields }),
    );
    const { accept, parity_choice, status } = bodyOf(result);
    answers.push(error === undefined ? (accept ?? parity_choice ?? status) : bodyOf(error).code);
  }
  await close();
  return answers;
}

it("our player plays in a league without tokens under any id but its opponent's", async () => {
  expect(await answersTo({})).toEqual([true, "odd", "ACKNOWLEDGED"]);
});

it("our player does not choose for its opponent", async () => {
  expect((await answersTo({}, { opponent: "P07" }))[1]).toBe(-32_005);
});

it("our player refuses another id in a league with tokens", async () => {
  const given = { auth_token: "t".repeat(32), league_id: "L1", reason: null };
  expect((await answersTo(given))[1]).not.toBe("odd");
});
