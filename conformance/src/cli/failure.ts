/** The output of a failed command, and its exit status. */
import { ProfileError } from "../profiles/load.js";
import { ReportWriteError } from "../report/index.js";
import { UsageError } from "../usage-error.js";

const [USAGE, SUITE_FAILED] = [2, 5];

export function failureOf(error: unknown): { lines: string[]; status: number } {
  if (error instanceof UsageError || error instanceof ProfileError || error instanceof ReportWriteError)
    return { lines: [`error: ${error.message}`], status: USAGE };
  return {
    lines: [
      "The suite itself failed. This is not your agent's fault; please report it.",
      String(error instanceof Error ? error.stack : error),
    ],
    status: SUITE_FAILED,
  };
}
