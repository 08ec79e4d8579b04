import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { SEVERAL_CHOICES_MS, severalChoices } from "../_choices.js";

/** The flat documents contradict each other on the case. The profile reads any case as lower case; anything else stays. */
export default check<PlayerBench>({
  id: "player/choice/flat-valid-parity",
  title: 'chooses "even" or "odd" in the flat dialect, in either case',
  decides: ["PLY-CHOICE-03"],
  kills: [
    "player:chooses-banana",
    "player:chooses-a-number",
    "player:chooses-with-a-space",
    "player:chooses-nothing",
    "player:chooses-nothing-after-a-draw",
    "player:chooses-none-after-an-error",
  ],
  worstCaseMs: SEVERAL_CHOICES_MS,
  async run(bench) {
    for (const { choice, when } of await severalChoices(bench)) {
      bench
        .expect(choice.parity_choice, `choice of the PARITY_CHOICE, ${when},`)
        .isOneOf(["even", "odd", "EVEN", "ODD"]);
    }
  },
});
