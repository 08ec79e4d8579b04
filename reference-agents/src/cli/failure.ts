/** The output of a failed command: one line for users, one exit status for programs. */
import { startupErrors } from "@league-v2/contract";
import { RegistrationFailed, RegistrationRejected, StartupError } from "@league-v2/sdk";
import { WriteError } from "@league-v2/sdk/node";
import { InvalidSettings } from "../settings/read-settings.js";
import { exitCodes } from "./cli-context.js";

const [FAILED, USAGE] = [1, 2];

export function exitCodeOf(error: unknown): number {
  if (error instanceof WriteError) return exitCodes.unwritten;
  return error instanceof InvalidSettings && error.isUsage ? USAGE : FAILED;
}

/** `PORT_IN_USE: what is wrong. What to do.` A bug of this program is printed with its stack trace. */
export function lineOf(error: unknown): string {
  if (error instanceof WriteError) return `WRITE_FAILED: ${error.message}`;
  if (error instanceof StartupError) return line(error.name, error.message, error.hint);
  if (error instanceof RegistrationFailed && error.isAnswered) {
    return line(error.name, error.message, answeredHint);
  }
  if (error instanceof RegistrationFailed || error instanceof RegistrationRejected) {
    return line(error.name, error.message, startupErrors[error.name].hint);
  }
  return `INTERNAL_ERROR: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** A server has answered, so the advice to start a league manager first does not apply. */
const answeredHint =
  "Check the address given with --league, and the wire form: `league doctor URL` with that address says what answers there.";

function line(name: string, message: string, hint: string): string {
  return `${name}: ${message.replace(/\s+/g, " ").replace(/\.$/, "")}. ${hint.replace(/\s+/g, " ")}`;
}
