import { describeError } from "../agent/describe-error.js";
import type { Log } from "../platform/log.js";

/** What the author's functions throw changes nothing in the league. */
export async function runCallback(of: string, tell: () => void | Promise<void>, log: Log): Promise<void> {
  try {
    await tell();
  } catch (error) {
    const message = `the player's author was told of ${of} and failed: ${describeError(error)}`;
    log({ level: "error", message });
  }
}
