import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { wire } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustLose } from "../_loss.js";
import { inTurn, unjoinedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/loss/broken-off-answers",
  title: "lets a player lose that closes each connection, or stops in the middle of each answer",
  decides: ["REF-LOSS-02", "TRN-OUT-03"],
  kills: ["referee:plays-with-the-dead", "referee:waits-for-ever-for-joins"],
  patient: true,
  worstCaseMs: inTurn(2, unjoinedMatch),
  async run(bench) {
    const cases = [
      {
        what: "A closed each connection without an answer to its invitation",
        a: { join: wire({ kind: "close" }) },
      },
      {
        what: "A sent the head of an answer to each invitation, and never its body",
        a: { join: wire({ kind: "stall", status: 200 }) },
      },
    ];
    await playCases(
      bench.league,
      cases.map((one) => ({ ...one, patienceMs: unjoinedMatch })),
      (match, { what }) => mustLose(bench, match, "A", what),
    );
  },
});
