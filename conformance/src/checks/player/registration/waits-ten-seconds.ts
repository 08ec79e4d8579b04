import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { ANSWER_AFTER_MS, lateAnswer, WATCHED_MS } from "../_late-answer.js";

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** Just inside: the answer comes late, but in time. */
export default check<PlayerBench>({
  id: "player/registration/waits-ten-seconds",
  title: "waits almost ten seconds for the answer to its registration, and takes it",
  decides: ["PLY-REG-05"],
  kills: ["player:impatient-to-register"],
  needs: { command: true },
  worstCaseMs: 2 * deadline,
  async run(bench) {
    const { attempts, isRunning, fate } = await lateAnswer(bench);
    bench.timely((deadline - ANSWER_AFTER_MS) / 2, () =>
      bench.expect.that(attempts === 1 && isRunning, {
        diagnosis: `the league manager needed ${ANSWER_AFTER_MS} ms to answer its registration; within ${WATCHED_MS} ms the player registered ${attempts} times and ${fate}`,
        expected: "one registration within ten seconds",
        received: `${attempts}; it ${fate}`,
      }),
    );
  },
});
