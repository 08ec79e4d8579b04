/** Clauses, checks and mutants, without a gap in either direction. The self-test shows that each mutant is killed; these tests start no agent. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { clauses } from "../clauses/clause.js";
import { breaksClauseOf, sideOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { traceComplaints } from "./self-test.js";

const SIDES = ["player", "referee", "manager", "transport"] as const;

type Side = (typeof SIDES)[number];

/** Checks that are generated from the schemas or the state tables. */
const GENERATED: readonly string[] = ["negative", "session"];

const checks = await loadChecks();

const mutants = await loadMutants();

const isAbout = (side: Side, { id, role }: (typeof clauses)[number]) =>
  side === "transport" ? id.startsWith("TRN-") : role === side;

test("every clause has its checks, every check its clauses and mutants, every mutant its checks", () => {
  expect(traceComplaints({ checks, mutants, clauses })).toEqual([]);
});

test.each(SIDES)("each decidable clause of the %s is decided by a check of the same side", (side) => {
  const decided = new Set(checks.filter((one) => one.side === side).flatMap(({ check }) => check.decides));
  const open = clauses.filter((one) => isAbout(side, one) && one.decidable && !decided.has(one.id));
  expect(open.map(({ id }) => id)).toEqual([]);
});

test("each decidable clause of the player is decided by a handwritten check", () => {
  const written = checks.filter(({ side, group }) => side === "player" && !GENERATED.includes(group));
  const decided = new Set(written.flatMap(({ check }) => check.decides));
  const open = clauses.filter(
    ({ role, decidable, id }) => role === "player" && decidable && !decided.has(id),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

test.each(SIDES)(
  "each mutant of the %s breaks a clause that a check of the same side, or of the transport, decides",
  (side) => {
    const sides = new Set<Side>([side, "transport"]);
    const able = checks.filter((one) => sides.has(one.side));
    const undecided = mutants.filter(
      (one) => sideOf(one.id) === side && !able.some(({ check }) => breaksClauseOf(check, one)),
    );
    expect(undecided.map(({ id }) => id)).toEqual([]);
  },
);

// The index of each folder is handwritten.

const FOLDERS = [
  "checks/",
  ...["transport", "player", "referee", "manager"].map((side) => `checks/${side}/`),
  "mutants/",
];

/** Files without checks. */
const LISTS = ["index.ts", "registry.ts"];

/** Files that generate checks for all roles. */
const ALL_ROLES = ["generated.ts", "observed.ts"];

const registered = new Set<unknown>([...checks.map(({ check }) => check), ...mutants]);

test.each(FOLDERS)("every check and mutant in the folder %s is registered", async (name) => {
  const folder = new URL(`../${name}`, import.meta.url);
  const files = readdirSync(folder).filter((file) => /^[a-z-]+\.ts$/.test(file) && !LISTS.includes(file));
  const missing: string[] = [];
  for (const file of files) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const [exported, list] of Object.entries(module)) {
      if (!/(Checks|Mutants)$/.test(exported) || !Array.isArray(list)) continue;
      if (!list.every((one) => registered.has(one))) missing.push(`${exported} of ${name}${file}`);
    }
  }
  expect(missing).toEqual([]);
});

test("every check is in a file that begins with the name of its group, or in one for all roles", () => {
  const elsewhere = checks.filter(
    ({ side, group, file }) => !file.startsWith(`${side}/${group}`) && !ALL_ROLES.includes(file),
  );
  expect(elsewhere.map(({ check, file }) => `${check.id} in ${file}`)).toEqual([]);
});
