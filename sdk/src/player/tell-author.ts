import { describeError } from "../agent/describe-error.js";
import type { Log } from "../doors/log.js";

/** What the author's functions throw changes nothing in the league. */
export async function tellAuthor(of: string, tell: () => void | Promise<void>, log: Log): Promise<void> {
  try {
    await tell();
  } catch (error) {
    const message = `the player's author was told of ${of} and failed: ${describeError(error)}`;
    log({ level: "error", message });
  }
}
