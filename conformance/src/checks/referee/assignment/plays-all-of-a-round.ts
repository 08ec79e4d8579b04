import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended, outcomeOf, progressOf } from "../_outcome.js";

/** One after the other, so that it takes no more of a referee than one match does. */
export default check<RefereeBench>({
  id: "referee/assignment/plays-all-of-a-round",
  title: "plays both of two matches that are assigned to it in the same round",
  decides: ["REF-RUN-01"],
  kills: ["referee:one-match-a-round"],
  worstCaseMs: 3 * quickMatch(),
  async run({ league, expect }) {
    const last = await league.stage();
    const { roundId } = last.ids;
    const first = await league.stage({ ids: { roundId, matchId: `R${roundId}M2` } });
    try {
      const assigned = first.assign(quickMatch(), {}, [last.announced]);
      ended(await first.ended(quickMatch(), 0));
      await assigned;
      const ordered = league.startsOn === "run_match" ? last.order({ timeoutMs: quickMatch() }) : undefined;
      const seen = await last.ended(quickMatch(), 0);
      await ordered;
      expect.that(outcomeOf(seen) !== undefined, {
        diagnosis: `of two matches in one round ${first.ids.matchId} was played, and ${seen.matchId} was not: ${progressOf(seen)}`,
        expected: "GAME_OVER and a report",
        received: "neither",
      });
    } finally {
      first.close();
      last.close();
    }
  },
});
