import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { lateAnswer } from "../_late-answer.js";

/** The manager calls the endpoint before it answers the registration. Any HTTP reply will do. */
export default check<PlayerBench>({
  id: "player/registration/listens-first",
  title: "answers at its endpoint before it registers it",
  decides: ["PLY-REG-03"],
  kills: ["player:registers-before-it-listens"],
  needs: { command: true },
  worstCaseMs: 2 * deadlineOf("LEAGUE_REGISTER_REQUEST"),
  async run(bench) {
    const { endpoint: answer } = await lateAnswer(bench);
    bench.expect.that(answer.raw.kind === "reply", {
      diagnosis: `while its registration was open, its endpoint met a call with ${answer.describe()}; expected any HTTP reply`,
      expected: "an HTTP reply",
      received: answer.describe(),
      hint: "Open the port first, then register.",
    });
  },
});
