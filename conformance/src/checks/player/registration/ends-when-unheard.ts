import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf, protocol } from "../../../contract.js";
import { fateOf, HUNG_UP, registering } from "../_registering.js";

/** No document says how long the pauses are; longer than this nobody watches them. */
const WATCHED_MS = 5 * deadlineOf("LEAGUE_REGISTER_REQUEST");
const ENDING_MS = deadlineOf("SHUTDOWN_COMMAND");

/** Whether it tries often enough is for the check beside this one; whoever goes on trying has not given up. */
export default check<PlayerBench>({
  id: "player/registration/ends-when-unheard",
  title: "ends with an error when the league manager has hung up on all its registrations",
  decides: ["PLY-REG-09"],
  kills: ["player:stays-without-a-league", "player:content-without-a-league"],
  needs: { command: true },
  worstCaseMs: WATCHED_MS + ENDING_MS,
  async run(bench) {
    const end = bench.clock.now() + WATCHED_MS;
    const { player, attempts, attempt } = await registering(bench, () => HUNG_UP);
    await attempt(protocol.retries.registrationAttempts, WATCHED_MS);
    let tried: number;
    let exit: Awaited<ReturnType<typeof player.exit>>;
    do {
      tried = attempts.length;
      exit = await player.exit(ENDING_MS);
    } while (exit === undefined && attempts.length > tried && bench.clock.now() < end);
    if (exit === undefined && attempts.length > tried)
      bench.notExercised(`the player has tried ${attempts.length} times and goes on`);
    bench.expect.that(exit !== undefined && exit.code !== 0, {
      diagnosis: `the league manager hung up on each of its ${tried} registrations, and ${ENDING_MS} ms after the last the player ${fateOf(player)}; expected it to end with an error`,
      expected: "an exit code other than 0",
      received: fateOf(player),
    });
  },
});
