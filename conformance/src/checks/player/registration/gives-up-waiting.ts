import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import type { ScriptedAnswer } from "../../../wire/types.js";
import { fateOf, registering } from "../_registering.js";

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** Just outside: nothing comes at all, or the headers come and the body never does. One attempt gets each of them. */
const SILENCES: readonly { what: string; http: ScriptedAnswer }[] = [
  { what: "said nothing", http: { kind: "never" } },
  { what: "sent only the headers of its answer", http: { kind: "stall", status: 200 } },
];

export default check<PlayerBench>({
  id: "player/registration/gives-up-waiting",
  title: "gives the league manager ten seconds to answer its registration, and then tries again",
  decides: ["PLY-REG-05"],
  kills: ["player:waits-for-ever-to-register", "player:impatient-to-register", "player:gives-up-at-once"],
  needs: { command: true },
  worstCaseMs: 2 * SILENCES.length * deadline,
  async run(bench) {
    const { player, attempts, attempt } = await registering(bench, (manager, one, index, grant) => {
      const silence = SILENCES[index];
      return silence === undefined ? manager.accept(one, grant) : { http: silence.http };
    });
    for (const [index, { what }] of SILENCES.entries()) {
      const next = await attempt(index + 2, 2 * deadline);
      bench.expect.that(next !== undefined, {
        diagnosis: `the league manager ${what}; after ${2 * deadline} ms the player had not tried again and ${fateOf(player)}`,
        expected: "another LEAGUE_REGISTER_REQUEST",
        received: fateOf(player),
      });
      const waited = (next?.at_ms ?? 0) - (attempts[index]?.at_ms ?? 0);
      bench.expect.time(waited, `when the league manager ${what}, waiting for it`).isAtLeast(deadline);
    }
  },
});
