import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { compareReports } from "../compare/compare.js";
import { isObject } from "../json/pointer.js";
import { UsageError } from "../run/usage-error.js";
import type { Report } from "../types.js";
import type { Finish } from "./program.js";
import { print, type Surroundings } from "./surroundings.js";

/** `diff`: what has changed between two reports. */
export function addDiffCommand(root: Command, around: Surroundings, finish: Finish): void {
  root
    .command("diff")
    .description("Compares two JSON reports. Exit status 1 when something has become worse.")
    .argument("<old>", "JSON report")
    .argument("<new>", "JSON report")
    .addHelpText("after", "\nExample:\n  league-conformance diff before.json after.json\n")
    .action((old: string, now: string) => {
      const { lines, worse } = compareReports(read(old), read(now));
      print(around.out, lines);
      finish(worse ? 1 : 0);
    });
}

function read(file: string): Report {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(
      `cannot read the report ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!isObject(report) || !Array.isArray(report.checks) || !isObject(report.summary)) {
    throw new UsageError(`${file} is not a report of this suite (made with --json)`);
  }
  return report as unknown as Report;
}
