import { describeError } from "../agent/core/describe-error.js";
import type { Log } from "../platform/log.js";

/** An error thrown by the author's function is logged and changes nothing in the league. */
export async function runCallback(of: string, callback: () => void | Promise<void>, log: Log): Promise<void> {
  try {
    await callback();
  } catch (error) {
    const message = `the player's callback for ${of} failed: ${describeError(error)}`;
    log({ level: "error", message });
  }
}
