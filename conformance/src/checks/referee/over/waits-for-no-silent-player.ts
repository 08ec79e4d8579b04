import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { joinDeadline, unjoinedMatch } from "../_times.js";

const CHAIN: Chain = "player A never answers an invitation";

/** A dead player holds nobody up. */
export default check<RefereeBench>({
  id: "referee/over/waits-for-no-silent-player",
  title: "reports without waiting for a player that has answered nothing in the match",
  decides: ["REF-OVER-05"],
  kills: ["referee:waits-for-the-silent"],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    bench.each(await chain(bench, CHAIN), ({ gameOvers, reports }) => {
      const [told, reported] = [gameOvers.at(-1), reports[0]];
      if (told === undefined || reported === undefined)
        return bench.notExercised("GAME_OVER or the report is missing");
      const what =
        "the time from GAME_OVER, which a player that had answered nothing did not acknowledge, to the report";
      bench.expect.time(Math.max(0, reported.at_ms - told.at_ms), what).isAtMost(joinDeadline / 2);
    });
  },
});
