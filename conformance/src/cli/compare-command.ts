import type { Command } from "commander";
import type { CliContext, Finish } from "./cli-context.js";

/** `compare`: what has changed between two reports. */
export function addCompareCommand(root: Command, around: CliContext, finish: Finish): void {
  root
    .command("compare")
    .description(
      "compare two JSON reports, or two records of league tap: new failures, fixed, changed, no longer exercised",
    )
    .argument("<old>", "JSON report of this suite or of league tap")
    .argument("<new>", "another one")
    .option("--html <file>", "write the comparison as a page")
    .addHelpText(
      "after",
      `
Exit status: 0 nothing is worse; 1 a check fails, warns or is not exercised that did better before, or a check that
only the newer report has fails; 2 a file is no report.

Example:
  league-conformance compare before.json after.json --html changes.html
`,
    )
    .action(async (old: string, now: string, { html }: { html?: string }) => {
      const { compareFiles } = await import("./run-compare.js");
      finish(await compareFiles(old, now, html, around));
    });
}
