/** Runs the suite on agents with known faults. Each unexpected result becomes a complaint. */
import { appliesToDialect, type RegisteredCheck } from "../checks/registry.js";
import { type Clause, staleClauses } from "../clauses.js";
import { breaksClauseOf, type Mutant, rolesOf, sideOf } from "../mutants/mutant.js";
import type { Role } from "../types.js";
import { STUBS, type StubName } from "./stub-agents.js";
import { type TrialJob, type TrialResult, type Trials, trialsInThread } from "./trial.js";

const ROLES: readonly Role[] = ["player", "referee", "manager"];
const STUB_NAMES = Object.keys(STUBS) as StubName[];

export interface SelfTestOptions extends Traced {
  /** The bundled wire forms, the canonical one first. */
  wires: readonly string[];
  /** Another seed, another order of the checks in the forms after the first, and other draws. */
  seed: number;
  /** Tries only these mutants; by default all. */
  only?: (mutant: Mutant) => boolean;
  /** Runs the trials; by default in this thread, one after the other. */
  trials?: Trials;
  /** Called after every trial. */
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  done: number;
  all: number;
  /** The trial. */
  text: string;
}

export interface Kill {
  mutant: Mutant;
  /** The role in which it was tried. */
  role: Role;
  /** Checks that found it, with a clause that it breaks. */
  foundBy: TrialResult[];
  /** The clauses that it breaks and under which no check found it. */
  open: string[];
}

interface SelfTestOutcome {
  kills: Kill[];
  complaints: string[];
}

export async function selfTest(options: SelfTestOptions): Promise<SelfTestOutcome> {
  const trials = counted(
    options.trials ?? trialsInThread(options.checks, options.mutants),
    options.onProgress,
  );
  const references = options.wires.flatMap((wire) =>
    ROLES.map((role) => ({ role, wire, tried: tryReference(role, wire, options, trials) })),
  );
  const stubs = ROLES.flatMap((role) =>
    STUB_NAMES.map((name) => ({ role, name, tried: tryStub(role, name, options, trials) })),
  );
  const triedMutants = options.mutants.filter(options.only ?? (() => true));
  const pendingKills = triedMutants.flatMap((mutant) =>
    rolesOf(mutant).map((role) => ({
      mutant,
      role,
      killing: awaitedLater(tryToKill(mutant, role, options, trials)),
    })),
  );
  const outcome: SelfTestOutcome = { kills: [], complaints: traceComplaints(options) };
  const complain = (texts: readonly string[]) => outcome.complaints.push(...texts);
  for (const { role, wire, tried } of references) complain(referenceComplaints(role, wire, await tried));
  for (const { role, name, tried } of stubs) complain(stubComplaints(role, name, await tried));
  for (const { mutant, role, killing } of pendingKills) {
    const kill = await killing;
    outcome.kills.push(kill);
    complain(kill.open.map((clause) => missComplaint(mutant, role, clause)));
  }
  if (options.only === undefined)
    for (const one of options.checks) {
      const faults = triedMutants.filter((mutant) => breaksClauseOf(one.check, mutant));
      if (faults.length > 0 && !(await findsOne(one, faults, outcome.kills, options, trials)))
        complain([`${one.check.id} finds no mutant`]);
    }
  return outcome;
}

type Run = (text: string, job: TrialJob) => Promise<readonly TrialResult[]>;

/** Counts the finished trials. All start at once, and their results are read in order. */
function counted(trials: Trials, onProgress: SelfTestOptions["onProgress"] = () => undefined): Run {
  let all = 0;
  let done = 0;
  return (text, job) => {
    all += 1;
    const running = trials.run(job).then((results) => {
      done += 1;
      onProgress({ done, all, text });
      return results;
    });
    return awaitedLater(running);
  };
}

/** The failure of a promise that is awaited later must not become an unhandled rejection until then. */
function awaitedLater<T>(running: Promise<T>): Promise<T> {
  running.catch(() => undefined);
  return running;
}

/**
 * Runs in the canonical form in the usual order, in the others in another order and without what does not depend on the form:
 * neither may change a verdict.
 */
function tryReference(
  role: Role,
  wire: string,
  { checks, seed, wires: [usual] }: SelfTestOptions,
  run: Run,
): Promise<readonly TrialResult[]> {
  const title = `reference ${role} in ${wire}`;
  const job = { on: { kind: "reference" }, role, wire, seed } as const;
  if (wire === usual) return run(title, job);
  const some = checks.filter(({ group }) => !WITHOUT_FORM.includes(group));
  return run(title, { ...job, order: `${seed}`, checks: idsOf(some) });
}

/**
 * Runs the checks of its clauses in the canonical form; those that do not apply to it run in one of their forms. While a
 * clause is open, further checks follow.
 */
async function tryToKill(mutant: Mutant, role: Role, options: SelfTestOptions, run: Run): Promise<Kill> {
  const { checks, seed, wires } = options;
  const [usual = "canonical"] = wires;
  const text = `mutant ${mutant.id} (${role})`;
  const begin = (some: readonly RegisteredCheck[]) => run(text, jobOn(mutant, role, usual, seed, some));
  const deciding = checks.filter(
    ({ check, side }) => (side === role || side === "transport") && breaksClauseOf(check, mutant),
  );
  const tried: Promise<readonly TrialResult[]>[] = [];
  for (const wire of wires.slice(1)) {
    const others = deciding.filter((one) => !appliesToDialect(one, usual) && appliesToDialect(one, wire));
    if (others.length > 0) tried.push(run(`${text} in ${wire}`, jobOn(mutant, role, wire, seed, others)));
  }
  const quick = deciding.filter(({ group }) => !COSTLY.includes(group));
  const tries = quick.length > 0 ? quick : deciding;
  const first = begin(tries);
  const results = new Map<string, TrialResult>();
  const judge = async (each: Promise<readonly TrialResult[]>) => {
    for (const result of await each) results.set(result.id, result);
    return killOf(mutant, role, checks, [...results.values()]);
  };
  let kill = await judge(first);
  for (const each of tried) kill = await judge(each);
  if (kill.open.length > 0 && tries.length < deciding.length) kill = await judge(begin(deciding));
  if (!deciding.some(isObserver)) return kill;
  const others = observable(mutant, role, checks);
  // Mostly the messages of a few checks are enough.
  const length = Math.ceil(others.length / PARTS);
  for (let part = 0; part < PARTS && kill.open.length > 0; part += 1) {
    const some = others.slice(part * length, (part + 1) * length);
    kill = await judge(begin([...deciding, ...some]));
  }
  return kill;
}

function jobOn(
  { id }: Mutant,
  role: Role,
  wire: string,
  seed: number,
  checks: readonly RegisteredCheck[],
): TrialJob {
  return { on: { kind: "mutant", id }, role, wire, seed, order: id, checks: idsOf(checks) };
}

const idsOf = (some: readonly RegisteredCheck[]): string[] => some.map(({ check }) => check.id);

const isObserver = ({ check }: RegisteredCheck): boolean => check.needs?.observes === true;

/** What sends messages for an observing check, first those of the side that is faulty. */
function observable(mutant: Mutant, role: Role, checks: readonly RegisteredCheck[]): RegisteredCheck[] {
  const sides = sideOf(mutant.id) === "transport" ? ["transport", role] : [role, "transport"];
  return sides.flatMap((wanted) =>
    checks.filter(
      ({ check, side, group }) =>
        side === wanted && ![...COSTLY, ...SERIES].includes(group) && !breaksClauseOf(check, mutant),
    ),
  );
}

/** Whether a mutant was found by this check. If not, it is tried on its mutants: with the messages of others if it only observes. */
async function findsOne(
  one: RegisteredCheck,
  faults: readonly Mutant[],
  kills: readonly Kill[],
  { checks, seed, wires: [wire = "canonical"] }: SelfTestOptions,
  run: Run,
): Promise<boolean> {
  const { check } = one;
  if (kills.some(({ foundBy }) => foundBy.some(({ id }) => id === check.id))) return true;
  for (const mutant of faults)
    for (const role of rolesOf(mutant)) {
      const others = isObserver(one) ? observable(mutant, role, checks) : [];
      const job = jobOn(mutant, role, wire, seed, [one, ...others]);
      const results = await run(`${check.id} on ${mutant.id}`, job);
      if (killOf(mutant, role, checks, results).foundBy.some(({ id }) => id === check.id)) return true;
    }
  return false;
}

/** The checks that send messages for the observing ones send them in so many parts, until the fault is found. */
const PARTS = 12;

/** Groups whose checks need many draws of a referee. */
const SERIES = ["draw"];
/** Groups whose many messages or matches have the same effect in any form. */
const WITHOUT_FORM = ["draw", "hostile", "limit", "robustness"];
/** Groups whose checks send many messages. */
const COSTLY = ["limit", "negative", "robustness"];

function referenceComplaints(role: Role, wire: string, results: readonly TrialResult[]): string[] {
  return results
    .filter(
      ({ verdict }) => verdict !== "pass" && verdict !== "not-applicable" && verdict !== "not-exercised",
    )
    .map(
      ({ id, verdict, diagnosis }) =>
        `the reference ${role} in ${wire}: ${id} says ${verdict} (${diagnosis ?? ""})`,
    );
}

function tryStub(
  role: Role,
  name: StubName,
  { seed }: SelfTestOptions,
  run: Run,
): Promise<readonly TrialResult[]> {
  return run(`stub ${role}: ${name}`, { on: { kind: "stub", name }, role, wire: "canonical", seed });
}

/** A check that passes on a stub agent proves nothing. */
function stubComplaints(role: Role, name: StubName, results: readonly TrialResult[]): string[] {
  return results
    .filter(({ verdict }) => verdict === "harness-error" || verdict === "pass")
    .map(({ id, verdict }) => `${id} says ${verdict} of the stub ${role} "${name}"`);
}

function missComplaint({ id }: Mutant, role: Role, clause: string): string {
  return `no check finds that ${id} (${role}) breaks ${clause}`;
}

const isFound = ({ verdict }: TrialResult): boolean => verdict === "fail" || verdict === "warn";

/** A check finds a mutant when it fails, and decides a clause that the mutant breaks or fails for that clause. */
function killOf(
  mutant: Mutant,
  role: Role,
  checks: readonly RegisteredCheck[],
  results: readonly TrialResult[],
): Kill {
  const { breaks = [] } = mutant;
  const found = results
    .filter((one) => isFound(one) && (one.id.startsWith(`${role}/`) || one.id.startsWith("transport/")))
    .map((result) => {
      const { decides = [] } = checks.find(({ check }) => check.id === result.id)?.check ?? {};
      return { result, of: breaks.filter((id) => decides.includes(id) || result.clause.includes(id)) };
    })
    .filter(({ of }) => of.length > 0);
  return {
    mutant,
    role,
    foundBy: found.map(({ result }) => result),
    open: breaks.filter((id) => !found.some(({ of }) => of.includes(id))),
  };
}

interface Traced {
  checks: readonly RegisteredCheck[];
  mutants: readonly Mutant[];
  clauses: readonly Clause[];
}

/** Clause → check → mutant, without a gap in either direction. */
export function traceComplaints({ checks, mutants, clauses }: Traced): string[] {
  const decided = new Set(checks.flatMap(({ check }) => check.decides));
  const known = new Set(clauses.map(({ id }) => id));
  return [
    ...staleClauses(clauses).map(({ id }) => staleComplaint(id, checks)),
    ...clauses
      .filter(({ id, decidable }) => decidable && !decided.has(id))
      .map(({ id }) => `no check decides ${id}`),
    ...checks.flatMap(({ check }) =>
      check.decides
        .filter((id) => !known.has(id))
        .map(
          (id) =>
            `${check.id} decides ${id}, which is no clause; one that is new in spec/ needs: npm run generate && npm run build`,
        ),
    ),
    ...checks
      .filter(({ check }) => check.decides.length === 0)
      .map(({ check }) => `${check.id} decides nothing`),
    ...checks
      .filter(({ check }) => !mutants.some((mutant) => breaksClauseOf(check, mutant)))
      .map(({ check }) => `no mutant breaks a clause that ${check.id} decides`),
    ...mutants.filter(({ breaks = [] }) => breaks.length === 0).map(({ id }) => `${id} breaks no clause`),
    ...mutants.flatMap(({ id, breaks = [] }) =>
      breaks
        .filter((clause) => !decided.has(clause))
        .map((clause) => `${id} breaks ${clause}, which no check decides`),
    ),
  ];
}

function staleComplaint(id: string, checks: readonly RegisteredCheck[]): string {
  const deciding = checks.filter(({ check }) => check.decides.includes(id)).map(({ check }) => check.id);
  return `${id} is new, or was reworded after its checks were reviewed (${deciding.join(", ") || "none"}); look at them, then run self-test --accept-clauses`;
}

// The kill matrix: which checks find which fault.

/** What `self-test --json` writes: for each fault in each role the checks that find it, with a clause that it breaks. */
export function killMatrixOf({ kills, complaints }: SelfTestOutcome) {
  const faults = kills.map(({ mutant: { id, fault, breaks = [] }, role, foundBy, open }) => ({
    id,
    role,
    fault,
    breaks,
    foundBy: foundBy.map((one) => one.id),
    /** The clauses under which no check finds it. */
    open,
  }));
  return { schema: 3, faults, complaints };
}
