import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { clauses } from "../clauses/clauses.js";
import { acceptClauses } from "../clauses/reviewed.js";
import { LEAGUE_FORMS } from "../profiles/types.js";
import { globToRegExp } from "../run/select.js";
import { UsageError } from "../run/usage-error.js";
import { renderKillMatrix } from "../self-test/page.js";
import { type Progress, selfTest } from "../self-test/self-test.js";
import { type Finish, print, type Surroundings } from "./surroundings.js";

interface SelfTestFlags {
  seed: string;
  repeats: string;
  mutant?: string;
  page?: string;
  whole?: true;
  parallel: string;
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
    .option("--whole", "tries each mutant with every check, not only with those that name it (some minutes)")
    .option("--parallel <n>", "threads", String(availableParallelism()))
    .option("--accept-clauses", "says that all checks fit the present wording of their clauses")
    .option("--verbose", "prints what has been tried")
    .addHelpText("after", "\nExample:\n  league-conformance self-test --whole --page kill-matrix.md\n")
    .action(async (flags: SelfTestFlags) => {
      const { seed, repeats, mutant, page, acceptClauses: accept, whole } = flags;
      if (accept === true) acceptClauses(clauses);
      const pattern = mutant === undefined ? undefined : globToRegExp(mutant);
      const mutants = (await around.mutants()).filter(({ id }) => pattern?.test(id) ?? true);
      if (mutants.length === 0) throw new UsageError(`no mutant matches "${mutant}"`);
      const trials = around.trials?.(numberOf("--parallel", flags.parallel, 1));
      const started = around.clock.now();
      const outcome = await selfTest({
        checks: await around.checks(),
        mutants,
        clauses,
        wires: LEAGUE_FORMS,
        seed: numberOf("--seed", seed, 0),
        repeats: numberOf("--repeats", repeats, 0),
        whole: whole === true,
        ...(trials === undefined ? {} : { trials }),
        onProgress: progressOn(around, flags.verbose === true),
      });
      await trials?.close();
      const seconds = Math.round((around.clock.now() - started) / 1_000);
      if (page !== undefined) writeFileSync(page, renderKillMatrix(outcome));
      const killed = outcome.kills.filter(({ killedBy }) => killedBy.length > 0).length;
      print(around.out, [
        ...outcome.complaints.map((text) => `✘ ${text}`),
        `${killed} of ${outcome.kills.length} mutants killed, ${outcome.complaints.length} complaints, ${seconds} s`,
      ]);
      finish(outcome.complaints.length === 0 ? 0 : 1);
    });
}

/** A line for each trial, or one for each tenth of the way. */
function progressOn({ error }: Surroundings, verbose: boolean): (progress: Progress) => void {
  let told = 0;
  return ({ done, all, text }) => {
    const tenths = Math.floor((10 * done) / all);
    if (verbose) print(error, `${done}/${all} ${text}`);
    else if (tenths > told) print(error, `${done} of ${all} trials`);
    told = tenths;
  };
}

function numberOf(option: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`${option} takes a whole number of at least ${least}, not "${text}"`);
}
