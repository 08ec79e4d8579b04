import type { PlayerBench } from "../../src/bench/player-bench.js";
import { check } from "../../src/check.js";
import { deadlineOf } from "../../src/contract.js";

export default check<PlayerBench>({
  id: "player/join/joins-in-time",
  title: "answers an invitation with GAME_JOIN_ACK within its deadline",
  decides: ["PLY-JOIN-01"],
  kills: ["player:joins-late"],
  worstCaseMs: deadlineOf("GAME_INVITATION"),
  async run({ player, league, expect }) {
    const match = await league.invite(player);
    expect(match.joined.result.message_type, "the answer to the invitation").is("GAME_JOIN_ACK");
    expect.time(match.joined.ms, "the answer to the invitation").isAtMost(deadlineOf("GAME_INVITATION"));
  },
});
