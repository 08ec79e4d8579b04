import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { registrationPatience } from "../../../time/mandates.js";
import { fateOf, registering } from "../_registering.js";

export default check<PlayerBench>({
  id: "player/registration/ends-when-rejected",
  title: "ends with an error when its registration is REJECTED",
  decides: ["PLY-REG-06"],
  kills: ["player:ignores-rejection", "player:content-with-rejection"],
  needs: { command: true },
  worstCaseMs: registrationPatience(),
  async run(bench) {
    const { player } = await registering(bench, (manager, attempt) => manager.reject(attempt, "League full"));
    const exit = await player.exit(registrationPatience());
    bench.expect.that(exit !== undefined && exit.code !== 0, {
      diagnosis: `its registration was REJECTED ("League full"), and within ${registrationPatience()} ms the player ${fateOf(player)}; expected it to end with an error`,
      expected: "an exit code other than 0",
      received: fateOf(player),
    });
  },
});
