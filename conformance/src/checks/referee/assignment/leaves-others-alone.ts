import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { aWhile, quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";

export default check<RefereeBench>({
  id: "referee/assignment/leaves-others-alone",
  title: "does not play a match that is announced beside its own and names the endpoint of another referee",
  decides: ["REF-RUN-08"],
  kills: ["referee:plays-whatever-is-announced"],
  slow: true,
  worstCaseMs: 2 * quickMatch(),
  async run({ league, expect, pause }) {
    const other = await league.stage();
    const { roundId } = other.ids;
    const own = await league.stage({ ids: { roundId, matchId: `R${roundId}M2` } });
    try {
      // Nobody but the league manager lives there, who plays no matches.
      const foreign = { ...other.announced, referee_endpoint: league.manager.url };
      const assigned = own.assign(quickMatch(), {}, [foreign]);
      ended(await own.ended(quickMatch(), 0));
      await assigned;
      await pause(aWhile());
      const { invitations, matchId } = other.observe();
      expect.that(invitations.length === 0, {
        diagnosis: `the referee invited the players of ${matchId}, which was announced with the endpoint of another referee`,
        expected: "no invitation",
        received: `${invitations.length} invitations`,
      });
    } finally {
      own.close();
      other.close();
    }
  },
});
