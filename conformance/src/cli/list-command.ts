import type { Command } from "commander";
import { clauses } from "../clauses/clauses.js";
import { print, type Surroundings } from "./surroundings.js";

/** `list`: every clause, and the checks that decide it. */
export function addListCommand(root: Command, around: Surroundings): void {
  root
    .command("list")
    .description("Lists the clauses of the contract and the checks that decide them.")
    .argument("[role]", "player, referee, manager or transport")
    .option("--json", "prints JSON")
    .addHelpText("after", "\nExample:\n  league-conformance list referee\n")
    .action(async (role: string | undefined, { json }: { json?: true }) => {
      const checks = await around.checks();
      const shown = clauses
        .filter((clause) => role === undefined || clause.role === role)
        .map((clause) => ({
          ...clause,
          checks: checks
            .filter(({ check }) => check.decides.includes(clause.id))
            .map(({ check }) => check.id),
        }));
      if (json === true) return print(around.out, JSON.stringify(shown, undefined, 2));
      for (const { id, level, text, decidable, checks: ids } of shown) {
        const decided =
          ids.length > 0 ? ids : [decidable ? "(no check)" : "(cannot be decided from outside)"];
        print(around.out, [
          `${id}  ${level.toUpperCase()}  ${text}`,
          ...decided.map((check) => `    ${check}`),
        ]);
      }
    });
}
