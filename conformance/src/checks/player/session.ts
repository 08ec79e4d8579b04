import type { PlayerBench } from "../../bench/player-bench.js";
import { explore } from "../../sessions/explore.js";
import { playerBeginning, playerSteps } from "../../sessions/player-session.js";
import type { Check } from "../../types.js";
import { A_MATCH_MS } from "./_time.js";

const LENGTH = 12;

const REFUSES_WHAT_IS_NOT_ALLOWED_LENGTH = 16;

export const sessionChecks: readonly Check<PlayerBench>[] = [
  /** One match at a time, each step as often as the protocol allows it, with noise between. */
  {
    id: "player/session/keeps-its-head",
    title: "plays match after match through repetitions, errors and messages that make no sense",
    decides: ["PLY-ERR-03", "PLY-JOIN-07", "PLY-CHOICE-07"],
    kills: ["player:sulks-after-a-refusal"],
    worstCaseMs: 2 * A_MATCH_MS,
    async run(bench) {
      const steps = playerSteps(bench, { atOnce: 1, strict: false });
      await explore({ begin: playerBeginning(bench), steps, length: LENGTH, runs: 4, random: bench.random });
    },
  },
  /** Several matches at once, and every message that the state table does not allow is refused. */
  {
    id: "player/session/refuses-what-is-not-allowed",
    title: "serves several matches at once and refuses what is not allowed in their state",
    decides: ["PLY-CHOICE-12", "PLY-AUTH-01", "PLY-CHOICE-10"],
    kills: ["player:chooses-after-the-end"],
    worstCaseMs: 2 * A_MATCH_MS,
    async run(bench) {
      const steps = playerSteps(bench, { atOnce: 3, strict: true });
      await explore({
        begin: playerBeginning(bench),
        steps,
        length: REFUSES_WHAT_IS_NOT_ALLOWED_LENGTH,
        runs: 4,
        random: bench.random,
      });
    },
  },
];
