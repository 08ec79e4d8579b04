import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectResult, inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

export default check<PlayerBench>({
  id: "player/acknowledgement/round-announcement",
  title: "answers ROUND_ANNOUNCEMENT with a result in time, also in a round that it sits out",
  decides: ["PLY-ACK-01"],
  kills: ["player:ignores-announcements", "player:refuses-to-sit-out", "player:acknowledges-late"],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER", "ROUND_ANNOUNCEMENT", "ROUND_ANNOUNCEMENT"),
  async run(bench) {
    const { player, league } = bench;
    await inMatch(bench, async () => undefined);
    const match = league.match();
    expectResult(
      bench,
      await league.announceRound(player, [match]),
      "the announcement of a round with a match of its own",
    );
    expectResult(bench, await league.announceRound(player), "the announcement of a round that it sits out");
  },
});
