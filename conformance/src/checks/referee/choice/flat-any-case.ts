import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { choosesRaw } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { mustEnd } from "../_loss.js";

/** Looks at the wire itself, because the profile reads any case. */
export default check<RefereeBench>({
  id: "referee/choice/flat-any-case",
  title: "counts a choice in upper or mixed case, and publishes it in lower case, in the flat dialect",
  decides: ["REF-CHOICE-11"],
  kills: ["referee:flat-refuses-capitals", "referee:flat-publishes-capitals"],
  worstCaseMs: quickMatch(),
  async run({ league, expect }) {
    const match = await league.runMatch({
      a: { choice: choosesRaw("EVEN") },
      b: { choice: choosesRaw("Odd") },
    });
    const outcome = mustEnd(match, "A chose EVEN and B chose Odd");
    expect(match.calls.length, "the number of choice calls, when A chose EVEN and B chose Odd").is(2);
    expect(outcome.number, "drawn_number of a match in which A chose EVEN and B chose Odd").isPresent();
    for (const { received, playerId } of match.gameOvers) {
      const { json } = received;
      const said = isObject(json) && isObject(json.params) ? json.params : {};
      expect(said.player_a_choice, `player_a_choice in the GAME_OVER to ${playerId}`).is("even");
      expect(said.player_b_choice, `player_b_choice in the GAME_OVER to ${playerId}`).is("odd");
    }
  },
});
