import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { protocol } from "../../../contract.js";
import { ENDING_MS, unheard, WATCHED_MS } from "../_unheard.js";

export default check<PlayerBench>({
  id: "player/registration/tries-four-times",
  title: "tries three times more, after pauses that grow, while the league manager hangs up",
  decides: ["PLY-REG-05"],
  kills: ["player:gives-up-at-once", "player:tries-twice", "player:pauses-do-not-grow"],
  needs: { command: true },
  worstCaseMs: 2 * WATCHED_MS + ENDING_MS,
  async run(bench) {
    const { expect } = bench;
    const wanted = protocol.retries.registrationAttempts;
    const { times, exitCode, fate } = await unheard(bench);
    if (times.length < wanted && exitCode === undefined && times.length > 1) {
      bench.notExercised(`after ${times.length} attempts the player still runs and may try again`);
    }
    expect.that(times.length >= wanted, {
      diagnosis: `the league manager hung up on each registration; the player tried ${times.length} times in all and ${fate}`,
      expected: `${wanted} attempts`,
      received: `${times.length}`,
    });
    const tried = times.slice(0, wanted);
    const pauses = tried.slice(1).map((at, i) => at - (tried[i] ?? at));
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
