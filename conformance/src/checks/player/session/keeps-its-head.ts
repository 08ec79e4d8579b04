import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { explore } from "../../../sessions/explore.js";
import { playerBeginning, playerSteps } from "../../../sessions/player-session.js";
import { A_MATCH_MS } from "../_time.js";

const LENGTH = 12;

/** One match at a time, each step as often as the protocol allows it, with noise between. */
export default check<PlayerBench>({
  id: "player/session/keeps-its-head",
  title: "plays match after match through repetitions, errors and messages that make no sense",
  decides: ["PLY-ERR-03", "PLY-JOIN-07", "PLY-CHOICE-07"],
  kills: ["player:sulks-after-a-refusal"],
  worstCaseMs: 2 * A_MATCH_MS,
  async run(bench) {
    const steps = playerSteps(bench, { atOnce: 1, strict: false });
    await explore({ begin: playerBeginning(bench), steps, length: LENGTH, runs: 4, random: bench.random });
  },
});
