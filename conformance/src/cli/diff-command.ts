import type { Command } from "commander";
import { compareReports } from "../compare/compare.js";
import { kindsChanged } from "../replay/kinds.js";
import { exchangesOf, readRecord } from "../replay/record.js";
import { type Finish, print, type Surroundings } from "./surroundings.js";

/** `diff`: what has changed between two reports. */
export function addDiffCommand(root: Command, around: Surroundings, finish: Finish): void {
  root
    .command("diff")
    .description(
      "Compares two JSON reports, or two records of league tap. Exit status 1 when something has become worse.",
    )
    .argument("<old>", "JSON report of this suite or of league tap")
    .argument("<new>", "another one")
    .addHelpText("after", "\nExample:\n  league-conformance diff before.json after.json\n")
    .action((old: string, now: string) => {
      const [before, after] = [readRecord(old), readRecord(now)];
      const { lines, worse } = compareReports(before, after);
      print(around.out, [...lines, ...kindsChanged(exchangesOf(before), exchangesOf(after))]);
      finish(worse ? 1 : 0);
    });
}
