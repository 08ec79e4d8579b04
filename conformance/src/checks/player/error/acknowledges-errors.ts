import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { inMatch, isResult } from "../_steps.js";
import { answersTo, NOTIFIED_MS } from "../_time.js";

/** They are notifications; but who asks gets an answer. */
export default check<PlayerBench>({
  id: "player/error/acknowledges-errors",
  title: "acknowledges a GAME_ERROR and a LEAGUE_ERROR that come with an id",
  decides: ["PLY-ERR-02"],
  kills: ["player:knows-no-game-error", "player:knows-no-league-error", "player:leaves-after-an-error"],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER") + 2 * NOTIFIED_MS,
  run: (bench) =>
    inMatch(bench, async (match) => {
      const { player, league, expect } = bench;
      const answers = [
        await match.gameError(player, {}, { id: "error-1" }),
        await league.leagueError(player, {}, { id: "error-2" }),
      ];
      for (const answer of answers) {
        expect.that(isResult(answer), {
          diagnosis: `${answer.question} with an id was answered with ${answer.describe()}; expected an acknowledgement`,
          expected: "a result",
          received: answer.describe(),
        });
      }
    }),
});
