import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectChoice, inMatch, plays } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** A match may be given to a second referee, so how the player answers the second invitation is its own affair. */
export default check<PlayerBench>({
  id: "player/impostor/second-inviter",
  title: "still answers the referee that first invited it when somebody else invites to the same match",
  decides: ["PLY-AUTH-01"],
  kills: ["player:follows-the-latest-inviter"],
  worstCaseMs: 2 * A_MATCH_MS + answersTo("GAME_INVITATION"),
  async run(bench) {
    const { player, league } = bench;
    await plays(bench);
    await inMatch(bench, async (match) => {
      await match.invite(player, {}, league.impostor("REF00"));
      const what = "after a second invitation from somebody else, the first referee's call for its choice";
      expectChoice(bench, await match.askChoice(player), what);
    });
  },
});
