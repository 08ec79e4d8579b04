/** No check passes without evidence: a sample of the replaced answers here, all of them with `FULL=1`. */
import { expect, test } from "vitest";
import { isFull, oneIn } from "../../../tools/gate/one-in.js";
import { wholeRun } from "../../test/whole-run.js";
import { loadChecks } from "../checks/registry.js";
import { ALLOWED_PASSES, isAllowed } from "./allowed-passes.js";
import { askedBy, type EmptyPass, emptyPasses, replacements } from "./reply-matrix.js";

/** One less than the number of replacements, so that every run of the gate has each type of message. */
const EVERY = replacements.length - 1;

/** The time limit of the test. */
const LIMIT_MS = 120_000;

const checks = await loadChecks();

/** Every tried cell of the matrix with the verdict "pass". */
async function passes(role: "player" | "referee" | "manager", seed = 1): Promise<EmptyPass[]> {
  const { report } = await wholeRun(role);
  const asked = askedBy(role, checks, new Map(report.checks.map((check) => [check.id, check])));
  const trials = [...asked]
    .filter(([, own]) => own.length > 0)
    .flatMap(([type, own]) => replacements.map((replacement) => ({ type, replacement, checks: own, seed })));
  const found: EmptyPass[] = [];
  for (const trial of oneIn(EVERY, trials)) found.push(...(await emptyPasses(role, trial)));
  return found;
}

test.each(["player", "referee", "manager"] as const)(
  "no check of the %s passes on replaced answers, except those in the reviewed list",
  async (role) => {
    const found = await passes(role);
    expect(
      found
        .filter((pass) => !isAllowed(pass))
        .map((pass) => `${pass.check}: ${pass.type} → ${pass.replacement}`),
    ).toEqual([]);
    if (isFull) {
      process.stdout.write(table(found));
      expect(unused(role, found)).toEqual([]);
    }
  },
  LIMIT_MS,
);

/** Rows of the reviewed list that no pass needs. */
function unused(role: string, found: readonly EmptyPass[]): string[] {
  return ALLOWED_PASSES.filter(
    (row) =>
      row.checks.some((glob) => glob.startsWith(`${role}/`)) && !found.some((pass) => isAllowed(pass, [row])),
  ).map(({ because }) => because);
}

/** A line for each check and message, with the replacements on which it passes. */
function table(found: readonly EmptyPass[]): string {
  const rows = new Map<string, string[]>();
  for (const { check, type, replacement } of found) {
    const row = `${check} ${type}`;
    rows.set(row, [...(rows.get(row) ?? []), replacement]);
  }
  return [...rows]
    .map(([row, cells]) => `${row}: ${cells.join(" | ")}\n`)
    .toSorted()
    .join("");
}
