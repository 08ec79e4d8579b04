import type { RefereeBench } from "../../bench/referee-bench.js";
import { explore } from "../../sessions/explore.js";
import { refereeBeginning, refereeSteps } from "../../sessions/referee-session.js";
import { longestMatch } from "../../time/mandates.js";
import type { Check } from "../../types.js";

const LENGTH = 10;

export const sessionChecks: readonly Check<RefereeBench>[] = [
  /** Matches one after the other and two at once, among assignments that are repeated, broken or nobody's. */
  {
    id: "referee/session/keeps-its-head",
    title:
      "plays every match that it is given by the rules, among assignments that are repeated, broken or not the league manager's",
    decides: ["REF-DRAW-04", "REF-DRAW-05", "REF-LOSS-03", "REF-LOSS-07", "REF-PAR-01"],
    kills: ["referee:stops-after-a-technical-loss", "referee:a-wins-when-both-are-right"],
    slow: true,
    worstCaseMs: 2 * longestMatch(),
    async run(bench) {
      await explore({
        begin: refereeBeginning(bench),
        steps: refereeSteps(bench),
        length: LENGTH,
        runs: 3,
        random: bench.random,
        shrinkFor: { clock: bench.clock, ms: longestMatch() / 2 },
      });
    },
  },
];
