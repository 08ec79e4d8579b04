import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { SEVERAL_CHOICES_MS, severalChoices } from "../_choices.js";

export default check<PlayerBench>({
  id: "player/choice/valid-parity",
  title: 'chooses exactly "even" or "odd", in lower case',
  decides: ["PLY-CHOICE-02"],
  kills: [
    "player:chooses-in-capitals",
    "player:chooses-banana",
    "player:chooses-a-number",
    "player:chooses-with-a-space",
    "player:chooses-nothing",
    "player:chooses-nothing-after-a-draw",
    "player:chooses-none-after-an-error",
    "player:chooses-in-capitals-when-it-leads",
  ],
  worstCaseMs: SEVERAL_CHOICES_MS,
  async run(bench) {
    for (const { choice, when } of await severalChoices(bench)) {
      bench
        .expect(choice.parity_choice, `parity_choice of the CHOOSE_PARITY_RESPONSE, ${when},`)
        .isOneOf(["even", "odd"]);
    }
  },
});
