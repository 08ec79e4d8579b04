import type { Command } from "commander";
import type { CliContext } from "./cli-context.js";

/** `matrix`: the reports of several agents side by side. */
export function addMatrixCommand(root: Command, around: CliContext): void {
  root
    .command("matrix")
    .description("show the JSON reports of several agents side by side: a row for each group of checks")
    .argument("<reports...>", "JSON reports of this suite; one table for each role")
    .option("--html <file>", "writes the tables as a page")
    .addHelpText("after", "\nExample:\n  league-conformance matrix a.json b.json c.json --html matrix.html\n")
    .action(async (files: string[], { html }: { html?: string }) => {
      const { showMatrix } = await import("./run-matrix.js");
      await showMatrix(files, html, around);
    });
}
