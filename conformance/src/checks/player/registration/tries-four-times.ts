import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf, protocol } from "../../../contract.js";
import { fateOf, HUNG_UP, registering } from "../_registering.js";

/** No document says how long the pauses are; longer than this nobody watches them. */
const WATCHED_MS = 3 * deadlineOf("LEAGUE_REGISTER_REQUEST");

export default check<PlayerBench>({
  id: "player/registration/tries-four-times",
  title: "tries three times more, after pauses that grow, while the league manager hangs up",
  decides: ["PLY-REG-05"],
  kills: ["player:gives-up-at-once", "player:tries-twice", "player:pauses-do-not-grow"],
  needs: { command: true },
  worstCaseMs: WATCHED_MS,
  async run(bench) {
    const { expect } = bench;
    const wanted = protocol.retries.registrationAttempts;
    const { player, attempts, attempt } = await registering(bench, () => HUNG_UP);
    await attempt(wanted, WATCHED_MS);
    if (attempts.length < wanted && player.instance.exit() === undefined && attempts.length > 1) {
      bench.notExercised(
        `after ${WATCHED_MS} ms and ${attempts.length} attempts the player still runs and may try again`,
      );
    }
    expect.that(attempts.length >= wanted, {
      diagnosis: `the league manager hung up on each registration; the player tried ${attempts.length} times in all and ${fateOf(player)}`,
      expected: `${wanted} attempts`,
      received: `${attempts.length}`,
    });
    const times = attempts.slice(0, wanted).map(({ at_ms }) => at_ms);
    const pauses = times.slice(1).map((at, i) => at - (times[i] ?? at));
    // Chance may shorten single pauses; the last is longer than the first all the same.
    bench.timely((pauses[0] ?? 0) / 4, () =>
      expect.that((pauses.at(-1) ?? 0) > 1.3 * (pauses[0] ?? 0), {
        diagnosis: `the pauses between its attempts to register were ${pauses.map(Math.round).join(", ")} ms; expected them to grow`,
        expected: "pauses that grow",
        received: pauses.map(Math.round).join(", "),
      }),
    );
  },
});
