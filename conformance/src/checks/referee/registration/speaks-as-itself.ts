import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";

export default check<RefereeBench>({
  id: "referee/registration/speaks-as-itself",
  title:
    "names itself by the id that it was given, and shows its token, in everything that it says of a match",
  decides: ["REF-REG-04"],
  kills: ["referee:keeps-its-own-id", "referee:shows-no-token", "referee:shows-another-token"],
  worstCaseMs: quickMatch(),
  async run({ registered, league, expect }) {
    const { id, token } = registered;
    const match = await league.runMatch();
    ended(match);
    const told = [...match.invitations, ...match.calls, ...match.gameOvers].map(({ received }) => received);
    for (const { type, message, by } of [...told, ...match.reports]) {
      expect(message.sender, `sender of ${type} to ${by}`).isOneOf([`referee:${id}`, id]);
      expect(message.auth_token, `auth_token of ${type} to ${by}`).is(token);
    }
  },
});
