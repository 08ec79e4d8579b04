import type { Command } from "commander";
import type { CliContext } from "./cli-context.js";

/** `list`: every clause, and the checks that decide it. */
export function addListCommand(root: Command, around: CliContext): void {
  root
    .command("list")
    .description("list the clauses of the contract and the checks that decide them")
    .argument("[role]", "player, referee, manager or transport")
    .option("--json", "prints JSON")
    .addHelpText("after", "\nExample:\n  league-conformance list referee\n")
    .action(async (role: string | undefined, { json }: { json?: true }) => {
      const { printClauses } = await import("./run-list.js");
      await printClauses({ role, asJson: json === true }, around);
    });
}
