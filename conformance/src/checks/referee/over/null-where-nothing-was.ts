import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { chooses, declines, httpStatus } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { ended } from "../_outcome.js";
import { inTurn, refusedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/over/null-where-nothing-was",
  title: "says null for a number that was not drawn, its parity, and a choice that was not made",
  decides: ["REF-OVER-03"],
  kills: ["referee:invents-a-number", "referee:says-none-for-no-choice"],
  patient: true,
  worstCaseMs: inTurn(2, refusedMatch),
  async run({ league, expect, notExercised }) {
    const cases = [
      { what: "A declined its invitation", a: { join: declines() } },
      {
        what: "A answered each choice call with HTTP 500",
        a: { choice: httpStatus(500) },
        b: { choice: chooses("odd") },
      },
    ];
    await playCases(
      league,
      cases.map((one) => ({ ...one, patienceMs: refusedMatch })),
      (match, { what }) => {
        ended(match);
        const { result } = match;
        if (!isObject(result)) return notExercised("no GAME_OVER came");
        for (const member of ["drawn_number", "number_parity", `choices/${match.playerA.id}`]) {
          expect(result, `game_result, when ${what},`).at(`/${member}`).isOneOf([null, undefined]);
        }
      },
    );
  },
});
