/** The output of a failed command, and its exit status. */
import { systemReason, WriteError } from "@league-v2/sdk/node";
import { UsageError } from "../usage-error.js";

const [USAGE, SUITE_FAILED] = [2, 5];
/** The same in all programs of league.v2. */
export const unwritten = 6;

/** The run has ended with this exit status, and a report of it is missing. */
export class UnwrittenReport extends WriteError {
  constructor({ path, message, cause }: WriteError, status: number) {
    super(path, "", cause);
    this.message = `${message}. ${verdictOf(status)}`;
  }
}

export function unwrittenOutput(error: Error, status: number): string {
  return `error: cannot write the standard output: ${systemReason(error)}. ${verdictOf(status)}`;
}

/** The verdict of a run whose exit status says something else. */
function verdictOf(status: number): string {
  return `The exit status of the run itself is ${status}`;
}

export function failureOf(error: unknown): { lines: string[]; status: number } {
  if (error instanceof WriteError) return { lines: [`error: ${error.message}`], status: unwritten };
  if (error instanceof UsageError) return { lines: [`error: ${error.message}`], status: USAGE };
  return {
    lines: [
      "The suite itself failed. This is not your agent's fault; please report it.",
      String(error instanceof Error ? error.stack : error),
    ],
    status: SUITE_FAILED,
  };
}

/** @throws UsageError for a value of this option that is no http URL */
export function assertHttpUrl(option: string, text: string): void {
  if (!URL.canParse(text) || new URL(text).protocol !== "http:")
    throw new UsageError(`${option} takes an http URL such as http://127.0.0.1:8101/mcp, not "${text}"`);
}
