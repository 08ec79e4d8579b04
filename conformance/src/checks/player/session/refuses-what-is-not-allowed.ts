import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { explore } from "../../../sessions/explore.js";
import { playerBeginning, playerSteps } from "../../../sessions/player-session.js";
import { A_MATCH_MS } from "../_time.js";

const LENGTH = 16;

/** Several matches at once, and every message that the state table does not allow is refused. */
export default check<PlayerBench>({
  id: "player/session/refuses-what-is-not-allowed",
  title: "serves several matches at once and refuses what is not allowed in their state",
  decides: ["PLY-CHOICE-12", "PLY-AUTH-01", "PLY-CHOICE-10"],
  kills: ["player:chooses-after-the-end"],
  worstCaseMs: 2 * A_MATCH_MS,
  async run(bench) {
    const steps = playerSteps(bench, { atOnce: 3, strict: true });
    await explore({ begin: playerBeginning(bench), steps, length: LENGTH, runs: 4, random: bench.random });
  },
});
