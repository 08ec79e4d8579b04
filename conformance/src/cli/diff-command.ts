import type { Command } from "commander";
import { type CliContext, type Finish, print } from "./cli-context.js";

/** `diff`: what has changed between two reports. */
export function addDiffCommand(root: Command, around: CliContext, finish: Finish): void {
  root
    .command("diff")
    .description(
      "Compares two JSON reports, or two records of league tap. Exit status 1 when something has become worse.",
    )
    .argument("<old>", "JSON report of this suite or of league tap")
    .argument("<new>", "another one")
    .addHelpText("after", "\nExample:\n  league-conformance diff before.json after.json\n")
    .action(async (old: string, now: string) => {
      const { compareFiles } = await import("./run-diff.js");
      const { lines, worse } = compareFiles(old, now);
      print(around.out, lines);
      finish(worse ? 1 : 0);
    });
}
