import type { PlayerBench } from "../../bench/player-bench.js";
import { deadlineOf } from "../../contract.js";
import { until } from "./_until.js";

/** As long as for an acknowledgement: what an orderly end takes at most. In milliseconds. */
export const ENDING_MS = deadlineOf("SHUTDOWN_COMMAND");

/** Whether the player has ended within that time: its process, or, where the suite has not started it, its server. */
export async function hasEnded(bench: PlayerBench): Promise<boolean> {
  const { player } = bench;
  if (bench.isOurs) return (await player.exit(ENDING_MS)) !== undefined;
  return until(bench, ENDING_MS, async () => (await player.call("ping")).failure !== undefined);
}
