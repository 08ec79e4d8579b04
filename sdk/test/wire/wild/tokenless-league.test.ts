/** Our player in a league that gives no tokens and counts under names of its own, with method names of the flat dialect. */
import { expect, it } from "vitest";
import { createPlayer } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { type LeagueHabits, WildLeague } from "./wild-league.js";
import { type Body, bodyOf, rpcError, rpcResult } from "./wild-player.js";

const league = urlOf(8000);
const envelope = {
  ...{ protocol: "league.v2", sender: "league_manager" },
  timestamp: "2025-12-20T10:00:00Z",
};

/** @param given what an acceptance brings besides the id */
const leagueThatGives = (given: Body): LeagueHabits => ({
  name: "tokenless",
  read: ({ params }) => {
    const message = bodyOf(params);
    return { type: String(message.message_type), message };
  },
  endpoint: (message) => String(bodyOf(message.player_meta).contact_endpoint),
  accepts: (player_id, _role, { id, params }) =>
    rpcResult(id, {
      ...{ ...envelope, message_type: "LEAGUE_REGISTER_RESPONSE" },
      ...{ conversation_id: bodyOf(params).conversation_id, status: "ACCEPTED", player_id },
      ...given,
    }),
  acknowledges: (_type, _message, { id }) => rpcResult(id, { status: "acknowledged" }),
  refuses: ({ id }) => rpcError(id, -32_601, "Method not found"),
  tell: (type, fields) => ({
    ...{ jsonrpc: "2.0", id: 1, method: type.toLowerCase() },
    params: { ...envelope, message_type: type, conversation_id: `conv-${type}`, league_id: "L1", ...fields },
  }),
});

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
  const platform = new SimulatedPlatform();
  const manager = new WildLeague(leagueThatGives(given), platform.network);
  platform.network.attach(league, manager.handle);
  const player = createPlayer({ displayName: "ours", choose: () => "odd" });
  const running = platform.connect(player, 8101, league);
  await platform.clock.run(running.registered);
  const answers: unknown[] = [];
  for (const [type, fields] of notices) {
    const [joined] = manager.players;
    if (joined === undefined) throw new Error("the player should have registered");
    const { result, error } = await platform.clock.run(manager.tell(joined, type, fields));
    answers.push(error === undefined ? bodyOf(result).message_type : "refused");
  }
  await running.close();
  return answers;
}

it("takes notices with counts under other names from a league that gave it no token", async () => {
  expect(await answersIn({})).toEqual([
    "ROUND_COMPLETED_ACK",
    "STANDINGS_UPDATE_ACK",
    "LEAGUE_COMPLETED_ACK",
  ]);
});

it("refuses them from a league that keeps to the contract so far", async () => {
  const refused = Array.from(notices, () => "refused");
  expect(await answersIn({ auth_token: "t".repeat(32), league_id: "L1", reason: null })).toEqual(refused);
});
