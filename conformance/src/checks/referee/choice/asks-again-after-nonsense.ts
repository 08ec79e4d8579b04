import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, choosesRaw } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustEnd } from "../_loss.js";
import { choiceOf } from "../_outcome.js";
import { askedAtMost, inTurn, refusedMatch } from "../_times.js";

const NONSENSE = ["banana", "EVEN"];

/** The last of the four calls is answered well, so that each of them is seen to count. */
export default check<RefereeBench>({
  id: "referee/choice/asks-again-after-nonsense",
  title:
    "meets an invalid choice, one in capitals included, with GAME_ERROR E004 and the call again, three times in all",
  decides: ["REF-CHOICE-10"],
  kills: [
    "referee:no-second-try-after-nonsense",
    "referee:takes-capitals",
    "referee:tells-no-errors",
    "referee:calls-nonsense-a-timeout",
  ],
  patient: true,
  worstCaseMs: inTurn(NONSENSE.length, refusedMatch),
  async run({ league, expect }) {
    const cases = NONSENSE.map((sent) => ({
      what: `A answered all but the last of ${askedAtMost} choice calls with "${sent}"`,
      a: { choice: [...Array.from({ length: askedAtMost - 1 }, () => choosesRaw(sent)), chooses("odd")] },
      b: { choice: chooses("odd") },
      patienceMs: refusedMatch,
    }));
    await playCases(league, cases, (match, { what }) => {
      const outcome = mustEnd(match, what);
      expect(match.to("A", "CHOOSE_PARITY_CALL").length, `how often A was asked, when ${what}`).is(
        askedAtMost,
      );
      const codes = match.to("A", "GAME_ERROR").map(({ message }) => message.error_code);
      expect(codes, `the codes of the GAME_ERRORs, when ${what}`).is(
        Array.from({ length: askedAtMost - 1 }, () => "E004"),
      );
      expect(
        choiceOf(outcome, match.playerA),
        `the published choice of A, when ${what}, and the last one with "odd"`,
      ).is("odd");
    });
  },
});
