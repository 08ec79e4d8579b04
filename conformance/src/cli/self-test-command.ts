import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import { clauses } from "../clauses/clauses.js";
import { acceptClauses } from "../clauses/reviewed.js";
import { bundledProfiles } from "../profiles/load.js";
import { globToRegExp } from "../run/select.js";
import { UsageError } from "../run/usage-error.js";
import { renderKillMatrix } from "../self-test/page.js";
import { selfTest } from "../self-test/self-test.js";
import type { Finish } from "./program.js";
import { print, type Surroundings } from "./surroundings.js";

interface SelfTestFlags {
  seed: string;
  repeats: string;
  mutant?: string;
  page?: string;
  quick?: true;
  acceptClauses?: true;
  verbose?: true;
}

/** `self-test`: the suite on agents whose faults are known. */
export function addSelfTestCommand(root: Command, around: Surroundings, finish: Finish): void {
  root
    .command("self-test")
    .description(
      "Tries the suite itself: mutants, degenerate agents and reference agents, on simulated time.",
    )
    .option("--seed <n>", "the same seed, the same run", "1")
    .option("--repeats <n>", "shuffled runs of the reference agents, to find flakes", "20")
    .option("--mutant <glob>", "only these mutants")
    .option("--page <file>", "writes the kill matrix as Markdown")
    .option("--quick", "tries each mutant only with the checks that name it")
    .option("--accept-clauses", "says that all checks fit the present wording of their clauses")
    .option("--verbose", "prints what is being tried")
    .addHelpText("after", "\nExample:\n  league-conformance self-test --page kill-matrix.md\n")
    .action(async ({ seed, repeats, mutant, page, acceptClauses: accept, quick, verbose }: SelfTestFlags) => {
      if (accept === true) acceptClauses(clauses);
      const pattern = mutant === undefined ? undefined : globToRegExp(mutant);
      const mutants = (await around.mutants()).filter(({ id }) => pattern?.test(id) ?? true);
      if (mutants.length === 0) throw new UsageError(`no mutant matches "${mutant}"`);
      const outcome = await selfTest({
        checks: await around.checks(),
        mutants,
        clauses,
        wires: bundledProfiles(),
        seed: Number(seed),
        repeats: Number(repeats),
        quick: quick === true,
        ...(verbose === true ? { onProgress: (text: string) => print(around.out, text) } : {}),
      });
      if (page !== undefined) writeFileSync(page, renderKillMatrix(outcome));
      const killed = outcome.kills.filter(({ killedBy }) => killedBy.length > 0).length;
      print(around.out, [
        ...outcome.complaints.map((text) => `✘ ${text}`),
        `${killed} of ${outcome.kills.length} mutants killed, ${outcome.complaints.length} complaints`,
      ]);
      finish(outcome.complaints.length === 0 ? 0 : 1);
    });
}
