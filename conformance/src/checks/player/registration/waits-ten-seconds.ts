import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { fateOf, registering } from "../_registering.js";

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** Just inside: the answer comes late, but in time. */
export default check<PlayerBench>({
  id: "player/registration/waits-ten-seconds",
  title: "waits almost ten seconds for the answer to its registration, and takes it",
  decides: ["PLY-REG-05"],
  kills: ["player:impatient-to-register"],
  needs: { command: true },
  worstCaseMs: 1.2 * deadline,
  async run(bench) {
    const afterMs = deadline * 0.94;
    const { player, attempts } = await registering(bench, (manager, one, _, grant) => ({
      ...manager.accept(one, grant),
      afterMs,
    }));
    await bench.pause(deadline * 1.1);
    bench.timely((deadline - afterMs) / 2, () =>
      bench.expect.that(attempts.length === 1 && player.instance.exit() === undefined, {
        diagnosis: `the league manager needed ${afterMs} ms to answer its registration; within ${1.1 * deadline} ms the player registered ${attempts.length} times and ${fateOf(player)}`,
        expected: "one registration within ten seconds",
        received: `${attempts.length}; it ${fateOf(player)}`,
      }),
    );
  },
});
