/** The self-test from the command line: which mutants, on how many threads, and what is printed. */

import { assertWritable, writeAtomically } from "@league-v2/sdk/node";
import type { RegisteredCheck } from "../checks/registry.js";
import { acceptClauses, type Clause, clauses } from "../clauses.js";
import { breaksClauseOf, type Mutant } from "../mutants/mutant.js";
import { LEAGUE_FORMS } from "../profiles/codec.js";
import { globToRegExp } from "../run/select.js";
import { killMatrixOf, type Progress, selfTest } from "../self-test/self-test.js";
import { nearest, UsageError } from "../usage-error.js";
import { type CliContext, print } from "./cli-context.js";

/** The options of `self-test`, as the command line gives them. */
export interface SelfTestFlags {
  seed: number;
  mutant?: string;
  json?: string;
  parallel: number;
  acceptClauses?: true;
  verbose?: true;
}

/** @returns the exit status: 1 with complaints */
export async function runSelfTest(flags: SelfTestFlags, around: CliContext): Promise<number> {
  const { mutant, json, acceptClauses: accept, seed } = flags;
  if (json !== undefined) await assertWritable(json);
  const pattern = mutant === undefined ? undefined : globToRegExp(mutant);
  const mutants = await around.mutants();
  const only = ({ id }: Mutant) => pattern?.test(id) ?? true;
  if (mutant !== undefined && !mutants.some(only)) throw noMutant(mutant, mutants);
  const checks = await around.checks();
  if (accept === true)
    acceptClauses(clauses, mutant === undefined ? clauses : shownBy(mutants.filter(only), checks));
  const trials = await around.trials?.(flags.parallel);
  const clock = await around.clock();
  const started = clock.now();
  const outcome = await selfTest({
    checks,
    mutants,
    ...(pattern === undefined ? {} : { only }),
    clauses,
    wires: LEAGUE_FORMS,
    seed,
    ...(trials === undefined ? {} : { trials }),
    onProgress: progressOn(around, flags.verbose === true),
  }).finally(() => trials?.close());
  const seconds = Math.round((clock.now() - started) / 1_000);
  if (json !== undefined)
    await writeAtomically(json, `${JSON.stringify(killMatrixOf(outcome), undefined, 1)}\n`);
  const killed = outcome.kills.filter(({ open }) => open.length === 0).length;
  print(around.out, [
    ...outcome.complaints.map((text) => `✘ ${text}`),
    `${killed} of ${outcome.kills.length} mutants killed, ${outcome.complaints.length} complaints, ${seconds} s`,
  ]);
  return outcome.complaints.length === 0 ? 0 : 1;
}

/** The clauses of the checks that decide what one of these mutants breaks. */
function shownBy(mutants: readonly Mutant[], checks: readonly RegisteredCheck[]): Clause[] {
  const deciding = checks.filter(({ check }) => mutants.some((one) => breaksClauseOf(check, one)));
  return clauses.filter(({ id }) => deciding.some(({ check }) => check.decides.includes(id)));
}

function noMutant(wanted: string, mutants: readonly Mutant[]): UsageError {
  const similar = nearest(
    wanted,
    mutants.map(({ id }) => id),
  );
  const hints = [similar, "One that is new in the source needs: npm run build"];
  return new UsageError([`no mutant matches "${wanted}".`, ...hints].filter(Boolean).join(" "));
}

/** A line for each trial, or one for each tenth of the way. */
function progressOn({ error }: CliContext, verbose: boolean): (progress: Progress) => void {
  let printed = 0;
  return ({ done, all, text }) => {
    const tenths = Math.floor((10 * done) / all);
    if (verbose) print(error, `${done}/${all} ${text}`);
    else if (tenths > printed) print(error, `${done} of ${all} trials`);
    printed = tenths;
  };
}
