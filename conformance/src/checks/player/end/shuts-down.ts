import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { ENDING_MS, hasEnded } from "../_ending.js";
import { joined } from "../_steps.js";
import { answersTo } from "../_time.js";

/** Also in the middle of a match. */
export default check<PlayerBench>({
  id: "player/end/shuts-down",
  title: "shuts down when the league manager sends SHUTDOWN_COMMAND",
  decides: ["PLY-STOP-01"],
  kills: ["player:knows-no-shutdown", "player:promises-to-shut-down"],
  needs: { last: true },
  worstCaseMs: answersTo("GAME_INVITATION", "SHUTDOWN_COMMAND") + ENDING_MS,
  async run(bench) {
    await joined(bench);
    const answer = await bench.league.shutdown(bench.player);
    bench.expect.that(await hasEnded(bench), {
      diagnosis: `SHUTDOWN_COMMAND was answered with ${answer.describe()}, and after ${ENDING_MS} ms the player still runs`,
      expected: "the end of the player",
      received: "it still runs",
    });
  },
});
