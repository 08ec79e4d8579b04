import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectResult, inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

export default check<PlayerBench>({
  id: "player/acknowledgement/round-announcement",
  title:
    "answers ROUND_ANNOUNCEMENT with a result in time, in either role, again, and when it sits the round out",
  decides: ["PLY-ACK-01"],
  kills: [
    "player:ignores-announcements",
    "player:refuses-to-sit-out",
    "player:looks-for-itself-as-player-a",
    "player:refuses-a-repeated-announcement",
    "player:acknowledges-late",
  ],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER", ...Array<string>(4).fill("ROUND_ANNOUNCEMENT")),
  async run(bench) {
    const { player, league } = bench;
    await inMatch(bench, async () => undefined);
    for (const role of ["PLAYER_A", "PLAYER_B"] as const) {
      const match = league.match({ role });
      const what = `the announcement of a round with a match of its own as ${role}`;
      expectResult(bench, await league.announceRound(player, [match]), what);
      if (role === "PLAYER_B")
        expectResult(bench, await league.announceRound(player, [match]), `${what}, repeated`);
    }
    expectResult(bench, await league.announceRound(player), "the announcement of a round that it sits out");
  },
});
