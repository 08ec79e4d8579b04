import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";

/** What only a league manager may say. */
const MANAGERS = [
  "ROUND_ANNOUNCEMENT",
  "RUN_MATCH",
  "LEAGUE_STANDINGS_UPDATE",
  "ROUND_COMPLETED",
  "LEAGUE_COMPLETED",
  "SHUTDOWN_COMMAND",
];

export default check<RefereeBench>({
  id: "referee/life/keeps-to-its-role",
  title: "announces no rounds, sends no standings and registers nobody but itself",
  decides: ["REF-END-01"],
  kills: ["referee:announces-rounds", "referee:sends-standings", "referee:registers-a-player"],
  worstCaseMs: quickMatch(),
  async run({ league, expect, canStart }) {
    const { manager } = league;
    const match = await league.runMatch();
    ended(match);
    // Anybody may speak to a port that the suite did not choose itself.
    const [messages, registrations] = canStart ? [manager.post.received, manager.registrations] : [[], []];
    const heard = [...match.told().map(({ received }) => received), ...messages];
    for (const { type, by } of heard) {
      expect.that(type === undefined || !MANAGERS.includes(type), {
        diagnosis: `the referee sent ${type} to ${by}, which is the league manager's to say`,
        expected: "nothing but its own messages",
        received: String(type),
      });
    }
    for (const { role, displayName } of registrations) {
      expect(role, `the role of ${displayName ?? "somebody"} whom the referee registered`).is("referee");
    }
  },
});
