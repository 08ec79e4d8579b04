import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { quickMatch } from "../../../time/mandates.js";
import { progressOf } from "../_outcome.js";

/** Assigned as a league manager does it: first the announcement, then RUN_MATCH. Either may start the match. */
export default check<RefereeBench>({
  id: "referee/assignment/plays-the-match",
  title: "invites both players of a match that is assigned to it",
  decides: ["REF-RUN-01"],
  kills: ["referee:never-starts", "referee:invites-only-a"],
  worstCaseMs: quickMatch(),
  async run({ league, expect }) {
    const match = await league.runMatch();
    for (const side of ["A", "B"] as const) {
      expect.that(match.to(side, "GAME_INVITATION").length > 0, {
        diagnosis: `player ${side} of ${match.matchId} was not invited: ${progressOf(match)}`,
        expected: "GAME_INVITATION",
        received: "nothing",
      });
    }
  },
});
