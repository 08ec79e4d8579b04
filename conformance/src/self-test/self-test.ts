/** Runs the suite on agents with known faults. Each unexpected result becomes a complaint. */
import { appliesToDialect, type RegisteredCheck } from "../checks/registry.js";
import { type Mutant, rolesOf, sideOf } from "../mutants/mutant.js";
import { isQuick } from "../run/select.js";
import { seededRandom } from "../sdk.js";
import { STUBS, type StubName } from "../stub-agents/stub-agents.js";
import { referenceLasts } from "../subject/reference-agent.js";
import type { Role } from "../types.js";
import { type Traced, traceComplaints } from "./trace.js";
import { type TrialJob, type TrialResult, type Trials, trialsInThread } from "./trials.js";

const ROLES: readonly Role[] = ["player", "referee", "manager"];

export interface SelfTestOptions extends Traced {
  /** The bundled wire forms, the canonical one first. */
  wires: readonly string[];
  seed: number;
  /** Shuffled runs of the reference agents, to find flakes. */
  repeats: number;
  /** Tries only these mutants; by default all. */
  only?: (mutant: Mutant) => boolean;
  /** Tries each mutant with every check, not only with those that name it. */
  whole?: boolean;
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
  /** Checks that name it and found it. */
  killedBy: TrialResult[];
  /** Checks that name it and did not. */
  missedBy: TrialResult[];
  /** Checks that found it without naming it. */
  alsoFailed: TrialResult[];
}

export interface SelfTestOutcome {
  kills: Kill[];
  /** Verdicts of the reference agents by role and wire form. */
  references: { role: Role; wire: string; results: readonly TrialResult[] }[];
  complaints: string[];
  /** Every mutant was tried with every check, not only with those that name it. */
  whole: boolean;
}

const SHUFFLED = { kind: "reference", shuffled: true } as const;

/** The pending result of a trial: all trials start at once, and the results are read in order. */
type Tried<T> = () => Promise<T>;

export async function selfTest(options: SelfTestOptions): Promise<SelfTestOutcome> {
  const trials = counted(
    options.trials ?? trialsInThread(options.checks, options.mutants),
    options.onProgress,
  );
  const references = options.wires.flatMap((wire) =>
    ROLES.map((role) => ({ role, wire, tried: tryReference(role, wire, options, trials) })),
  );
  const flaky = ROLES.map((role) => flakes(role, options, trials));
  const idle = ROLES.flatMap((role) => stubs(role, options, trials));
  // Only an agent with persistent data is restarted.
  const triedMutants = options.mutants
    .filter(options.only ?? (() => true))
    .filter(({ lasting }) => referenceLasts || lasting !== true);
  const pendingKills = triedMutants.flatMap((mutant) =>
    rolesOf(mutant).map((role) => ({ mutant, role, trial: tryToKill(mutant, role, options, trials) })),
  );
  const outcome: SelfTestOutcome = {
    ...{ kills: [], references: [], complaints: traceComplaints(options) },
    whole: options.whole === true,
  };
  const complain = (texts: readonly string[]) => outcome.complaints.push(...texts);
  for (const { role, wire, tried } of references) {
    const results = await tried();
    outcome.references.push({ role, wire, results });
    complain(referenceComplaints(role, wire, results));
  }
  for (const tried of [...flaky, ...idle]) complain(await tried());
  for (const { mutant, role, trial } of pendingKills) {
    const kill = await trial();
    outcome.kills.push(kill);
    complain(kill.missedBy.map((result) => missComplaint(mutant, role, result)));
  }
  return outcome;
}

type Run = (text: string, job: Parameters<Trials["run"]>[0]) => Tried<readonly TrialResult[]>;

/** Starts trials and counts the finished ones. */
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
    // It is awaited later; until then its failure must not become an unhandled rejection.
    running.catch(() => undefined);
    return () => running;
  };
}

/** Runs in the canonical form in the usual order, in the others in another order: neither may change a verdict. */
function tryReference(
  role: Role,
  wire: string,
  { seed, wires: [usual] }: SelfTestOptions,
  run: Run,
): Tried<readonly TrialResult[]> {
  const on = wire === usual ? ({ kind: "reference" } as const) : SHUFFLED;
  return run(`reference ${role} in ${wire}`, { on, role, wire, seed });
}

/** Runs the checks in the canonical form; checks that name the mutant but do not apply to it run in one of their forms. */
function tryToKill(mutant: Mutant, role: Role, options: SelfTestOptions, run: Run): Tried<Kill> {
  const { checks, seed, wires, whole = false } = options;
  const [usual = "canonical"] = wires;
  const names = ({ check }: RegisteredCheck) => check.kills.includes(mutant.id);
  const on = { kind: "mutant", id: mutant.id, shuffled: true } as const;
  const text = `mutant ${mutant.id} (${role})`;
  const idsOf = (some: readonly RegisteredCheck[]) => some.map(({ check }) => check.id);
  const begin = (some: Pick<TrialJob, "checks">) => run(text, { on, role, wire: usual, seed, ...some });
  const named = [...idsOf(checks.filter(names)), ...otherChecks(mutant, role, checks)];
  const observing = idsOf(checks.filter((one) => names(one) && one.check.needs?.observes === true));
  const observed = observing.length === 0 ? [] : idsOf(observable(mutant, role, checks));
  const random = seededRandom(`${mutant.id}/${role}/observed`);
  const sample = observed.filter(() => random.below(OBSERVED_OF) === 0);
  const withSample = () =>
    unlessMissed(begin({ checks: [...named, ...sample] }), observing, () =>
      begin({ checks: [...named, ...observed] }),
    );
  const tried = [whole ? begin({}) : withSample()];
  for (const wire of wires.slice(1)) {
    const others = checks.filter(
      (one) => names(one) && !appliesToDialect(one, usual) && appliesToDialect(one, wire),
    );
    if (others.length > 0)
      tried.push(run(`${text} in ${wire}`, { on, role, wire, seed, checks: idsOf(others) }));
  }
  const judged = checks.filter((one) => wires.some((wire) => appliesToDialect(one, wire)));
  return async () => {
    const results = new Map<string, TrialResult>();
    for (const each of tried) for (const result of await each()) results.set(result.id, result);
    return killOf(mutant, role, judged, [...results.values()]);
  };
}

/** An observing check needs messages; a share of the checks usually sends those that show the fault. */
const OBSERVED_OF = 6;

/** For a transport fault, the messages of the transport's checks are enough. */
function observable(mutant: Mutant, role: Role, checks: readonly RegisteredCheck[]): RegisteredCheck[] {
  const sides = sideOf(mutant.id) === "transport" ? ["transport"] : ["transport", role];
  return checks.filter(
    ({ check, side, group }) =>
      sides.includes(side) && ![...COSTLY, ...SERIES].includes(group) && !check.kills.includes(mutant.id),
  );
}

/** The first trial, followed by the second one if one of these checks has not found the fault. */
function unlessMissed(
  first: Tried<readonly TrialResult[]>,
  observing: readonly string[],
  second: () => Tried<readonly TrialResult[]>,
): Tried<readonly TrialResult[]> {
  const running = first().then((results) =>
    results.some((one) => observing.includes(one.id) && !isFound(one)) ? second()() : results,
  );
  running.catch(() => undefined);
  return () => running;
}

/** This many checks that do not name the mutant share its instances with those that do. */
const OTHER_CHECKS = 2;
/** Groups whose checks need many draws of a referee. */
const SERIES = ["draw"];
/** Groups whose checks send many messages. */
const COSTLY = ["hostile", "limit", "negative", "robustness", "session"];

/**
 * Other checks for the same instance: a verdict must not depend on their messages or order. Checks of a manager, which
 * have separate instances, and series of matches are left out.
 */
function otherChecks(mutant: Mutant, role: Role, checks: readonly RegisteredCheck[]): string[] {
  const random = seededRandom(`${mutant.id}/${role}`);
  const sharesInstances = (one: RegisteredCheck) => one.side !== "manager" && one.check.shares === undefined;
  const others = checks.filter(
    (one) =>
      (one.side === role || one.side === "transport") &&
      sharesInstances(one) &&
      isQuick(one, role) &&
      !COSTLY.includes(one.group) &&
      !one.check.kills.includes(mutant.id),
  );
  return Array.from(
    { length: others.length === 0 ? 0 : OTHER_CHECKS },
    () => others[random.below(others.length)]?.check.id ?? "",
  );
}

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

/** A check that passes on a stub agent proves nothing. */
function stubs(role: Role, { seed }: SelfTestOptions, run: Run): Tried<string[]>[] {
  return (Object.keys(STUBS) as StubName[]).map((name) => {
    const job = { on: { kind: "stub" as const, name }, role, wire: "canonical", seed };
    const tried = run(`stub ${role}: ${name}`, job);
    return async () =>
      (await tried())
        .filter(({ verdict }) => verdict === "harness-error" || verdict === "pass")
        .map(({ id, verdict }) => `${id} says ${verdict} of the stub ${role} "${name}"`);
  });
}

/** Shuffled runs of the reference agents must have equal verdicts and find no fault. */
function flakes(role: Role, { seed, repeats }: SelfTestOptions, run: Run): Tried<string[]> {
  const tried = Array.from({ length: repeats }, (_, i) =>
    run(`reference ${role}, shuffled, ${i + 1} of ${repeats}`, {
      ...{ on: SHUFFLED, role, wire: "canonical", seed: seed + i + 1 },
    }),
  );
  return async () => {
    const verdicts = new Map<string, Set<string>>();
    const complaints: string[] = [];
    for (const each of tried) {
      const results = await each();
      complaints.push(...referenceComplaints(role, "a shuffled run", results));
      for (const { id, verdict } of results) verdicts.set(id, (verdicts.get(id) ?? new Set()).add(verdict));
    }
    const flakes = [...verdicts]
      .filter(([, seen]) => seen.size > 1)
      .map(
        ([id, seen]) =>
          `${id} is a flake: the reference ${role} got ${[...seen].join(", ")} in ${repeats} shuffled runs`,
      );
    return [...complaints, ...flakes];
  };
}

function missComplaint(
  { id: mutantId }: Mutant,
  role: Role,
  { id, verdict, diagnosis }: TrialResult,
): string {
  return `${id} does not kill ${mutantId} (${role}): ${verdict}${diagnosis === undefined ? "" : ` (${diagnosis})`}`;
}

const isFound = ({ verdict }: TrialResult): boolean => verdict === "fail" || verdict === "warn";

function killOf(
  mutant: Mutant,
  role: Role,
  checks: readonly RegisteredCheck[],
  results: readonly TrialResult[],
): Kill {
  const names = (id: string) =>
    checks.find(({ check }) => check.id === id)?.check.kills.includes(mutant.id) ?? false;
  const all = results.filter(({ id }) => id.startsWith(`${role}/`) || id.startsWith("transport/"));
  return {
    mutant,
    role,
    killedBy: all.filter((one) => names(one.id) && isFound(one)),
    missedBy: all.filter((one) => names(one.id) && !isFound(one)),
    alsoFailed: all.filter((one) => !names(one.id) && isFound(one)),
  };
}
