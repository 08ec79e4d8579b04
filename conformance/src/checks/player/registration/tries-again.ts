import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { registrationPatience } from "../../../time/mandates.js";
import { fateOf, HUNG_UP, registering } from "../_registering.js";

export default check<PlayerBench>({
  id: "player/registration/tries-again",
  title: "tries again when the league manager hangs up on its registration",
  decides: ["PLY-REG-04"],
  kills: ["player:gives-up-at-once"],
  needs: { command: true },
  worstCaseMs: registrationPatience(),
  async run(bench) {
    const { player, attempt } = await registering(bench, (manager, one, index, grant) =>
      index === 0 ? HUNG_UP : manager.accept(one, grant),
    );
    const second = await attempt(2, registrationPatience());
    bench.expect.that(second !== undefined, {
      diagnosis: `the league manager closed the connection on its registration; the player did not try again within ${registrationPatience()} ms and ${fateOf(player)}`,
      expected: "a second LEAGUE_REGISTER_REQUEST",
      received: fateOf(player),
    });
  },
});
