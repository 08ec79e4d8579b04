import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { joins } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";
import { joinDeadline } from "../_times.js";

const ZEROS = { wins: 0, losses: 0, draws: 0 };

/** A referee that has asked for the standings tells them; one that has not asked was told nothing, and says zeros. */
export default check<RefereeBench>({
  id: "referee/choice/tells-standings",
  title: "tells each player its own standing as the league manager last told it, and zeros before",
  decides: ["REF-CHOICE-04"],
  kills: ["referee:tells-the-opponents-standing", "referee:invents-standings", "referee:tells-no-standing"],
  slow: true,
  worstCaseMs: quickMatch() + joinDeadline,
  async run({ league, expect }) {
    const told = { a: { wins: 2, losses: 1, draws: 0 }, b: { wins: 0, losses: 3, draws: 1 } };
    const before = league.manager.post.all("LEAGUE_QUERY").length;
    // Time for the answer to arrive before the choices are asked for.
    const slow = { join: joins({ afterMs: joinDeadline / 4 }) };
    const match = await league.runMatch({ a: slow, b: slow, standings: told });
    ended(match);
    const [call] = match.calls;
    const asked = league.manager.post
      .all("LEAGUE_QUERY")
      .slice(before)
      .some(({ at_ms }) => call !== undefined && at_ms < call.at_ms);
    for (const { side, message, playerId } of match.calls) {
      const own = side === "A" ? told.a : told.b;
      const said = isObject(message.context) ? message.context.your_standings : undefined;
      expect(said, `your_standings of ${playerId}`).isObject();
      const { wins, losses, draws } = isObject(said) ? said : {};
      const hint = asked
        ? "The referee was told this in answer to its LEAGUE_QUERY."
        : "The referee did not ask for the standings.";
      expect({ wins, losses, draws }, `wins, losses and draws of ${playerId}`).is(asked ? own : ZEROS, hint);
    }
  },
});
