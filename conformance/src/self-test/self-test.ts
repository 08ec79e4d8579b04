/** The suite tried on agents whose faults are known. Everything that is not as it should be becomes a complaint. */
import type { RegisteredCheck } from "../checks/registry.js";
import { DEGENERATES, type DegenerateName } from "../degenerate/degenerate.js";
import { type Mutant, rolesOf, sideOf } from "../mutants/mutant.js";
import { speaksOf } from "../run/execute.js";
import type { CheckResult, Role } from "../types.js";
import { isExcused } from "./empty-handed.js";
import { type Traced, traceComplaints } from "./trace.js";
import { type Results, tryDegenerate, tryMutant, tryReference } from "./trial.js";

const ROLES: readonly Role[] = ["player", "referee", "manager"];

export interface SelfTestOptions extends Traced {
  /** The bundled wire forms, the canonical one first. */
  wires: readonly string[];
  seed: number;
  /** Shuffled runs of the reference agents, to find flakes. */
  repeats: number;
  /** Tries each mutant only with the checks that name it: no matrix, but the proof in a fraction of the time. */
  quick?: boolean;
  onProgress?: (text: string) => void;
}

export interface Kill {
  mutant: Mutant;
  /** The role in which it was tried. */
  role: Role;
  /** Checks that name it and refuted it. */
  killedBy: CheckResult[];
  /** Checks that name it and did not. */
  missedBy: CheckResult[];
  /** Checks that refuted it without naming it. */
  alsoRefuted: CheckResult[];
}

export interface SelfTestOutcome {
  kills: Kill[];
  /** Verdicts of the reference agents by role and wire. */
  references: { role: Role; wire: string; results: Results }[];
  complaints: string[];
}

export async function selfTest(options: SelfTestOptions): Promise<SelfTestOutcome> {
  const { checks, seed, onProgress = () => undefined } = options;
  const complaints = traceComplaints(options);
  const references: SelfTestOutcome["references"] = [];
  for (const wire of options.wires) {
    for (const role of ROLES) {
      onProgress(`reference ${role} in ${wire}`);
      const results = await tryReference(role, { seed, wire, checks });
      references.push({ role, wire, results });
      complaints.push(...referenceComplaints(role, wire, results));
    }
  }
  complaints.push(...(await flakes(options)));
  for (const role of ROLES) {
    for (const name of Object.keys(DEGENERATES) as DegenerateName[]) {
      onProgress(`degenerate ${role}: ${name}`);
      complaints.push(
        ...degenerateComplaints(
          role,
          name,
          await tryDegenerate(role, name, { seed, wire: "canonical", checks }),
        ),
      );
    }
  }
  const kills: Kill[] = [];
  for (const mutant of options.mutants) {
    for (const role of rolesOf(mutant)) {
      onProgress(`mutant ${mutant.id} (${role})`);
      const kill = await tryToKill(mutant, role, options);
      kills.push(kill);
      complaints.push(...kill.missedBy.map((result) => missComplaint(mutant, role, result)));
    }
  }
  return { kills, references, complaints };
}

/** All checks in the canonical form; those that name the mutant and do not speak of that form, in one that they speak of. */
async function tryToKill(mutant: Mutant, role: Role, options: SelfTestOptions): Promise<Kill> {
  const { checks, seed, wires, quick = false } = options;
  const [usual = "canonical"] = wires;
  const names = ({ check }: RegisteredCheck) => check.kills.includes(mutant.id);
  const observing = checks.some((one) => names(one) && one.check.needs?.observes === true);
  // What only observes needs something to observe; for a fault of the transport, that of the transport is enough.
  const everywhere = observing && sideOf(mutant.id) !== "transport";
  const seen = (one: RegisteredCheck) => names(one) || everywhere || (observing && one.side === "transport");
  const first = quick ? checks.filter(seen) : checks;
  const results = new Map(await tryMutant(mutant, role, { seed, wire: usual, checks: first }));
  for (const wire of wires.slice(1)) {
    const others = checks.filter((one) => names(one) && !speaksOf(one, usual) && speaksOf(one, wire));
    if (others.length === 0) continue;
    for (const [id, result] of await tryMutant(mutant, role, { seed, wire, checks: others }))
      results.set(id, result);
  }
  const judged = checks.filter((one) => wires.some((wire) => speaksOf(one, wire)));
  return killOf(mutant, role, judged, results);
}

function referenceComplaints(role: Role, wire: string, results: Results): string[] {
  return [...results.values()]
    .filter(
      ({ verdict }) => verdict !== "pass" && verdict !== "not-applicable" && verdict !== "not-exercised",
    )
    .map(
      ({ id, verdict, diagnosis }) =>
        `the reference ${role} in ${wire}: ${id} says ${verdict} (${diagnosis ?? ""})`,
    );
}

function degenerateComplaints(role: Role, name: DegenerateName, results: Results): string[] {
  return [...results.values()]
    .filter(({ id, verdict }) => verdict === "pass" && !isExcused(name, id))
    .map(({ id }) => `${id} passes on the degenerate ${role} "${name}"`);
}

/** Shuffled runs of the reference agents must all say the same. */
async function flakes({
  checks,
  seed,
  repeats,
  onProgress = () => undefined,
}: SelfTestOptions): Promise<string[]> {
  const complaints: string[] = [];
  for (const role of ROLES) {
    const verdicts = new Map<string, Set<string>>();
    for (let i = 1; i <= repeats; i += 1) {
      onProgress(`reference ${role}, shuffled, ${i} of ${repeats}`);
      for (const { id, verdict } of (
        await tryReference(role, { seed: seed + i, wire: "canonical", checks, shuffled: true })
      ).values()) {
        verdicts.set(id, (verdicts.get(id) ?? new Set()).add(verdict));
      }
    }
    for (const [id, seen] of verdicts) {
      if (seen.size > 1)
        complaints.push(
          `${id} is a flake: the reference ${role} got ${[...seen].join(", ")} in ${repeats} shuffled runs`,
        );
    }
  }
  return complaints;
}

function missComplaint(
  { id: mutantId }: Mutant,
  role: Role,
  { id, verdict, diagnosis }: CheckResult,
): string {
  return `${id} does not kill ${mutantId} (${role}): ${verdict}${diagnosis === undefined ? "" : ` (${diagnosis})`}`;
}

function killOf(mutant: Mutant, role: Role, checks: readonly RegisteredCheck[], results: Results): Kill {
  const refuted = ({ verdict }: CheckResult) => verdict === "fail" || verdict === "warn";
  const names = (id: string) =>
    checks.find(({ check }) => check.id === id)?.check.kills.includes(mutant.id) ?? false;
  const all = [...results.values()].filter(
    ({ id }) => id.startsWith(`${role}/`) || id.startsWith("transport/"),
  );
  return {
    mutant,
    role,
    killedBy: all.filter((one) => names(one.id) && refuted(one)),
    missedBy: all.filter((one) => names(one.id) && !refuted(one)),
    alsoRefuted: all.filter((one) => !names(one.id) && refuted(one)),
  };
}
