import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, joins, saying } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustLose } from "../_loss.js";
import { inTurn, refusedMatch } from "../_times.js";

const OTHER = { conversation_id: "conv-of-another-match" };

export default check<RefereeBench>({
  id: "referee/reply/other-conversation",
  title: "counts no join and no choice from another conversation",
  decides: ["REF-REPLY-02"],
  kills: ["referee:accepts-other-conversations"],
  patient: true,
  worstCaseMs: inTurn(2, refusedMatch),
  async run(bench) {
    const cases = [
      { what: "each join of A carried another conversation_id", a: { join: saying(joins(), OTHER) } },
      {
        what: "each choice of A carried another conversation_id",
        a: { choice: saying(chooses("even"), OTHER) },
      },
    ];
    await playCases(
      bench.league,
      cases.map((one) => ({ ...one, patienceMs: refusedMatch })),
      (match, { what }) => mustLose(bench, match, "A", what),
    );
  },
});
