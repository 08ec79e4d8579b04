import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { ENDING_MS, unheard, WATCHED_MS } from "../_unheard.js";

/** Whether it tries often enough is for the check beside this one; a player that goes on trying has not given up. */
export default check<PlayerBench>({
  id: "player/registration/ends-when-unheard",
  title: "ends with an error when the league manager has hung up on all its registrations",
  decides: ["PLY-REG-09"],
  kills: ["player:stays-without-a-league", "player:content-without-a-league"],
  needs: { command: true },
  worstCaseMs: 2 * WATCHED_MS + ENDING_MS,
  async run(bench) {
    const { times, exitCode, fate, goesOn } = await unheard(bench);
    if (goesOn) bench.notExercised(`the player has tried ${times.length} times and goes on`);
    bench.expect.that(exitCode !== undefined && exitCode !== 0, {
      diagnosis: `the league manager hung up on each of its ${times.length} registrations, and ${ENDING_MS} ms after the last the player ${fate}; expected it to end with an error`,
      expected: "an exit code other than 0",
      received: fate,
    });
  },
});
