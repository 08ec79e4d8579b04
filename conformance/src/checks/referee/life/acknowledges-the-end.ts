import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";

export default check<RefereeBench>({
  id: "referee/life/acknowledges-the-end",
  title: "acknowledges LEAGUE_COMPLETED",
  decides: ["REF-END-03"],
  kills: ["referee:ignores-the-end"],
  needs: { last: true },
  worstCaseMs: deadlineOf("LEAGUE_COMPLETED") * 1.5,
  async run({ league, expect }) {
    const champion = { player_id: "P01", display_name: "P01", points: 3 };
    const standing = (player_id: string, rank: number, wins: number) => ({
      rank,
      player_id,
      display_name: player_id,
      played: 1,
      wins,
      draws: 0,
      losses: 1 - wins,
      points: 3 * wins,
    });
    const final_standings = [standing("P01", 1, 1), standing("P02", 2, 0)];
    const answer = await league.say("LEAGUE_COMPLETED", {
      league_id: league.id,
      total_rounds: 1,
      total_matches: 1,
      champion,
      final_standings,
    });
    expect(answer.result.message_type, "message_type of the answer to LEAGUE_COMPLETED").is(
      "LEAGUE_COMPLETED_ACK",
    );
    expect.time(answer.ms, "the answer to LEAGUE_COMPLETED").isAtMost(deadlineOf("LEAGUE_COMPLETED"));
  },
});
