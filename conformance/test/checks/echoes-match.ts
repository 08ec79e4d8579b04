import type { PlayerBench } from "../../src/bench/player-bench.js";
import { check } from "../../src/check.js";
import { deadlineOf } from "../../src/contract.js";

export default check<PlayerBench>({
  id: "player/choice/echoes-match",
  title: "names the match that it was asked about",
  decides: ["PLY-CHOICE-06"],
  kills: ["player:choice-for-other-match"],
  worstCaseMs: deadlineOf("GAME_INVITATION") + deadlineOf("CHOOSE_PARITY_CALL"),
  async run({ player, league, expect }) {
    const match = await league.invite(player);
    const reply = await match.askChoice(player);
    expect(reply.result.match_id, "match_id of the choice").is(match.id);
  },
});
