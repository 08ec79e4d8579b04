import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, choosesRaw, joins, never } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { ended } from "../_outcome.js";
import { inTurn, joinDeadline, unjoinedMatch } from "../_times.js";

const TIMEOUT = ["E001", "TIMEOUT_ERROR"];
const INVALID = ["E004", "INVALID_PARITY_CHOICE", "INVALID_CHOICE"];

export default check<RefereeBench>({
  id: "referee/loss/error-codes",
  title: "names the right error in a GAME_ERROR about a missed deadline, and about an invalid choice",
  decides: ["REF-LOSS-08"],
  kills: ["referee:calls-a-timeout-a-broken-connection", "referee:calls-nonsense-a-timeout"],
  patient: true,
  worstCaseMs: inTurn(2, unjoinedMatch),
  async run({ league, expect, timely, notApplicable }) {
    const cases = [
      { what: "A missed its first invitation", codes: TIMEOUT, a: { join: [never(), joins()] } },
      {
        what: 'A answered its first choice call with "banana"',
        codes: INVALID,
        a: { choice: [choosesRaw("banana"), chooses("odd")] },
      },
    ];
    let told = 0;
    await playCases(
      league,
      cases.map((one) => ({ ...one, patienceMs: unjoinedMatch })),
      (match, { what, codes }) => {
        ended(match);
        for (const { message } of match.to("A", "GAME_ERROR")) {
          told += 1;
          // Where this machine makes the answers late, the referee speaks of those.
          timely(joinDeadline / 2, () =>
            expect(message.error_code, `error_code of the GAME_ERROR, when ${what}`).isOneOf(codes),
          );
        }
      },
    );
    if (told === 0) notApplicable("this referee sends no GAME_ERROR");
  },
});
