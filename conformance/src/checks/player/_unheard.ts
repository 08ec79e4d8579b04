/** A player whose league manager hangs up on all its registrations. One is started for all checks that look at this. */
import type { PlayerBench } from "../../bench/player-bench.js";
import { deadlineOf, protocol } from "../../contract.js";
import { fateOf, HUNG_UP, registering } from "./_registering.js";

/** No document says how long the pauses are; a player that makes longer ones is not watched to its end. */
export const WATCHED_MS = 5 * deadlineOf("LEAGUE_REGISTER_REQUEST");
export const ENDING_MS = deadlineOf("SHUTDOWN_COMMAND");

export interface Unheard {
  /** When each registration came. */
  times: readonly number[];
  /** Its exit code, null where a signal ended it; undefined while it runs. */
  exitCode: number | null | undefined;
  /** "was still running" or how it ended, for a diagnosis. */
  fate: string;
  /** It still tries again. */
  goesOn: boolean;
}

export function unheard(bench: PlayerBench): Promise<Unheard> {
  return bench.observe("the league manager hung up on all registrations of a player", async () => {
    const { player, attempts, attempt } = await registering(bench, () => HUNG_UP);
    const end = bench.clock.now() + WATCHED_MS;
    await attempt(protocol.retries.registrationAttempts, WATCHED_MS);
    let tried: number;
    let exit: Awaited<ReturnType<typeof player.exit>>;
    do {
      tried = attempts.length;
      exit = await player.exit(ENDING_MS);
    } while (exit === undefined && attempts.length > tried && bench.clock.now() < end);
    return {
      times: attempts.map(({ at_ms }) => at_ms),
      exitCode: exit?.code,
      fate: fateOf(player),
      goesOn: exit === undefined && attempts.length > tried,
    };
  });
}
