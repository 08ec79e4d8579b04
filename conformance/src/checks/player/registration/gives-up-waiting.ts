import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import type { ScriptedAnswer } from "../../../wire/types.js";
import { fateOf, registering } from "../_registering.js";

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** Just outside: once nothing comes at all, once the headers come and the body never does. */
const SILENCES: Readonly<Record<string, ScriptedAnswer>> = {
  "said nothing": { kind: "never" },
  "sent only the headers of its answer": { kind: "stall", status: 200 },
};

export default check<PlayerBench>({
  id: "player/registration/gives-up-waiting",
  title: "gives the league manager ten seconds to answer its registration, and then tries again",
  decides: ["PLY-REG-05"],
  kills: ["player:waits-for-ever-to-register", "player:impatient-to-register", "player:gives-up-at-once"],
  needs: { command: true },
  worstCaseMs: 2 * deadline,
  async run(bench) {
    const look = async ([what, http]: [string, ScriptedAnswer]) => {
      const { player, attempts, attempt } = await registering(bench, () => ({ http }));
      const second = await attempt(2, 2 * deadline);
      bench.expect.that(second !== undefined, {
        diagnosis: `the league manager ${what}; after ${2 * deadline} ms the player had not tried again and ${fateOf(player)}`,
        expected: "a second LEAGUE_REGISTER_REQUEST",
        received: fateOf(player),
      });
      const waited = (second?.at_ms ?? 0) - (attempts[0]?.at_ms ?? 0);
      bench.expect.time(waited, `when the league manager ${what}, waiting for it`).isAtLeast(deadline);
    };
    await Promise.all(Object.entries(SILENCES).map(look));
  },
});
