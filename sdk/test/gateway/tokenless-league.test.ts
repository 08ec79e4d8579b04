/** Our player in a league without tokens, with other names of counts and method names of the flat dialect. */
import { expect, it } from "vitest";
import { type Body, bodyOf } from "./peers/json-rpc.js";
import { joined } from "./peers/plain-league.js";

const rows = [{ player_id: "P01", rank: 1, wins: 1, losses: 0, draws: 0, points: 3, games_played: 1 }];
const notices: readonly (readonly [string, Body])[] = [
  ["ROUND_COMPLETED", { round_id: 1, matches_completed: 1 }],
  ["LEAGUE_STANDINGS_UPDATE", { round_id: 1, standings: rows }],
  [
    "LEAGUE_COMPLETED",
    {
      total_rounds: 1,
      total_matches: 1,
      final_standings: rows,
      champion: { player_id: "P01", total_points: 3 },
    },
  ],
];

/** The types of the player's answers to the notices, or "refused". */
async function answersIn(given: Body): Promise<unknown[]> {
  const { platform, manager, close } = await joined(given);
  const answers: unknown[] = [];
  for (const [type, fields] of notices) {
    const [player] = manager.players;
    if (player === undefined) throw new Error("the player should have registered");
    const { result, error } = await platform.clock.run(manager.tell(player, type, fields));
    answers.push(error === undefined ? bodyOf(result).message_type : "refused");
  }
  await close();
  return answers;
}

it("our player accepts notices with counts under other names from a league without tokens", async () => {
  expect(await answersIn({})).toEqual([
    "ROUND_COMPLETED_ACK",
    "STANDINGS_UPDATE_ACK",
    "LEAGUE_COMPLETED_ACK",
  ]);
});

it("our player refuses them from a league that otherwise follows the contract", async () => {
  const refused = Array.from(notices, () => "refused");
  expect(await answersIn({ auth_token: "t".repeat(32), league_id: "L1", reason: null })).toEqual(refused);
});
