import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { valueAt } from "../../../json/pointer.js";
import { expectChoice, inMatch } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

/** Looks at the wire itself, because the profile reads either case. */
export default check<PlayerBench>({
  id: "player/choice/flat-lower-case",
  title: "writes its choice in lower case in the flat dialect",
  decides: ["PLY-CHOICE-04"],
  kills: ["player:chooses-in-capitals"],
  worstCaseMs: A_MATCH_MS,
  run: (bench) =>
    inMatch(bench, async (match) => {
      const answer = await match.askChoice(bench.player);
      expectChoice(bench, answer);
      const { json } = answer;
      const choice =
        valueAt(json, "/result/choice") ?? valueAt(json, "/params/choice") ?? answer.result.parity_choice;
      bench.expect(choice, "choice of the PARITY_CHOICE").isOneOf(["even", "odd"]);
    }),
});
