import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { altered, chooses, joins } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustLose } from "../_loss.js";
import { inTurn, refusedMatch } from "../_times.js";

/** The message that was asked for, with no JSON-RPC around it: B's answers are the twin. */
export default check<RefereeBench>({
  id: "referee/loss/bare-replies-are-no-answers",
  title: "lets a player lose whose answers are no JSON-RPC responses, whatever message they hold",
  decides: ["REF-LOSS-02", "TRN-OUT-03"],
  kills: ["referee:accepts-bare-replies"],
  patient: true,
  worstCaseMs: inTurn(2, refusedMatch),
  async run(bench) {
    const cases = [
      {
        what: "A answered each invitation with a bare GAME_JOIN_ACK",
        a: { join: altered(joins(), ({ result }) => result) },
      },
      {
        what: "A answered each choice call with a bare CHOOSE_PARITY_RESPONSE",
        a: { choice: altered(chooses("even"), ({ result }) => result) },
      },
    ];
    await playCases(
      bench.league,
      cases.map((one) => ({ ...one, patienceMs: refusedMatch })),
      (match, { what }) => mustLose(bench, match, "A", what),
    );
  },
});
