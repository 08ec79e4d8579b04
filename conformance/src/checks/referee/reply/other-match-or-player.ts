import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, joins, saying } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustLose } from "../_loss.js";
import { inTurn, refusedMatch } from "../_times.js";

const ELSEWHERE = { match_id: "R9999M9" };
const SOMEBODY = { player_id: "P9999" };

/** B is the twin: its answers differ from A's in nothing but that one member. */
export default check<RefereeBench>({
  id: "referee/reply/other-match-or-player",
  title: "counts no join and no choice that names another match or another player",
  decides: ["REF-REPLY-01"],
  kills: ["referee:accepts-other-matches", "referee:accepts-other-players"],
  patient: true,
  worstCaseMs: inTurn(4, refusedMatch),
  async run(bench) {
    const cases = [
      { what: "each join of A named another match", a: { join: saying(joins(), ELSEWHERE) } },
      { what: "each join of A named another player", a: { join: saying(joins(), SOMEBODY) } },
      { what: "each choice of A named another match", a: { choice: saying(chooses("even"), ELSEWHERE) } },
      { what: "each choice of A named another player", a: { choice: saying(chooses("even"), SOMEBODY) } },
    ];
    // In the flat dialect the sender alone says who answers.
    const sayable = bench.dialect === "flat" ? cases.filter(({ what }) => what.endsWith("match")) : cases;
    await playCases(
      bench.league,
      sayable.map((one) => ({ ...one, patienceMs: refusedMatch })),
      (match, { what }) => mustLose(bench, match, "A", what),
    );
  },
});
