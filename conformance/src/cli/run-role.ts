/** One run on one agent, as the command line asks for it. */
import { availableParallelism } from "node:os";
import { assertWritable, WriteError, writeAtomically } from "@league-v2/sdk/node";
import type { RegisteredCheck } from "../checks/registry.js";
import { clauseOf, sourceInFull } from "../clauses.js";
import { loadGame } from "../peers/game.js";
import { loadProfile } from "../profiles/load.js";
import { parseReplay } from "../report/commands.js";
import { INTERRUPTED } from "../report/conclusion.js";
import { createReporters, type ReporterOptions } from "../report/reporters.js";
import { readBaseline } from "../run/baseline.js";
import { type RunOptions, run } from "../run/run.js";
import { type Selection, select } from "../run/select.js";
import { verify } from "../run/verify.js";
import { DEFAULTS, type SharedFlags } from "../run-settings.js";
import { assertPlaceholders, splitCommandLine } from "../subject/command-line.js";
import type { Subject } from "../subject/subject.js";
import type { Report, Role } from "../types.js";
import { UsageError } from "../usage-error.js";
import { type Environment, realEnvironment } from "../wire/environment.js";
import { type CliContext, print } from "./cli-context.js";
import { assertHttpUrl, UnwrittenReport } from "./failure.js";

/** The parsed options of commander: the options of the selection and of the run under their own names, and those of the command line. */
export interface RunFlags
  extends Omit<Selection, "quick">,
    Pick<RunOptions, keyof SharedFlags | "minCoverage"> {
  url?: string[];
  command?: string;
  listenLeague: number;
  listenPlayers?: readonly number[];
  wire: string;
  /** The path of a module. */
  game?: string;
  /** Where a derived wire form is written. */
  wireOut?: string;
  seed: number | "random";
  wait: number;
  budget?: number;
  baseline?: string;
  verify?: number;
  /** Prints the plan and runs nothing. */
  plan?: true;
  json?: string;
  junit?: string;
  html?: string;
  markdown?: string;
  quiet?: true;
  verbose?: true;
  /** False for --no-color. */
  color: boolean;
}

export async function runRole(
  role: Role,
  checks: readonly RegisteredCheck[],
  flags: RunFlags,
  around: CliContext,
  /** Clauses that a quick run leaves out. */
  missing: readonly string[] = [],
): Promise<number> {
  const { seed: wanted, players, referees, parallel, quick, selected, fuzz, minCoverage } = flags;
  const seed = wanted === "random" ? (await around.clock()).now() % 1_000_000 : wanted;
  const environment = realEnvironment(seed);
  const baseline = flags.baseline === undefined ? undefined : readBaseline(flags.baseline);
  const game = flags.game === undefined ? undefined : await loadGame(flags.game);
  const profile = flags.wire === "auto" ? undefined : loadProfile(flags.wire);
  if (flags.wireOut !== undefined) await assertWritable(flags.wireOut);
  const reporters = await createReporters(reporterOptions(flags, checks, around, environment));
  const interruption = listenForInterruption();
  const note = (text: string) => reporters.onEvent({ type: "note", text });
  const subject = subjectOf(flags, note);
  if (missing.length > 0) note(`--quick leaves out ${missing.length} clauses: ${missing.join(", ")}`);
  const options: RunOptions = {
    role,
    environment,
    subject,
    checks,
    seed,
    players,
    referees,
    parallel,
    quick,
    selected,
    fuzz,
    replayOptions: replayOptionsOf(flags),
    minCoverage,
    baseline,
    profile,
    game,
    cores: availableParallelism(),
    leaguePort: flags.url && flags.listenLeague,
    playerPorts: flags.listenPlayers,
    signal: interruption.signal,
    onEvent: (event) => reporters.onEvent(event),
    ...budgetOf(flags),
  };
  try {
    const report = flags.verify === undefined ? await run(options) : await verify(options, flags.verify);
    if (flags.wireOut !== undefined) note(await writeWire(flags.wireOut, report));
    const status = interruption.exitCode() ?? report.exit_code;
    await reporters.close().catch((error) => {
      throw error instanceof WriteError ? new UnwrittenReport(error, status) : error;
    });
    return status;
  } finally {
    interruption.release();
  }
}

/** Writes the derived wire form, if any. @returns a line about the written file */
async function writeWire(file: string, { wire, wire_profile }: Report): Promise<string> {
  if (wire_profile === undefined) return `nothing was derived, so ${file} is not written: use --wire ${wire}`;
  await writeAtomically(file, `${JSON.stringify(wire_profile, null, 2)}\n`);
  return `the wire form is written: --wire ${/[\\/]/.test(file) ? file : `./${file}`}`;
}

/** The run ends by then for any agent; a check that was not reached is reported as such. */
function budgetOf({ budget }: RunFlags): Pick<RunOptions, "budgetMs" | "defaultBudget"> {
  return budget === undefined ? { defaultBudget: true } : { budgetMs: budget * 1_000 };
}

/** The options beyond the agent and the seed that a replayed check needs too; `fuzz`, `wire` and the port have defaults. */
function replayOptionsOf(flags: RunFlags): string[] {
  const { game, wire, fuzz, url, listenLeague, listenPlayers, players, referees } = flags;
  const ports = listenPlayers && `${listenPlayers[0]}-${listenPlayers.at(-1)}`;
  const given: Record<string, string | number | undefined> = {
    game,
    wire: wire === DEFAULTS.wire ? undefined : wire,
    fuzz: fuzz === DEFAULTS.fuzz ? undefined : fuzz,
    "listen-league": url === undefined || listenLeague === DEFAULTS.listenLeague ? undefined : listenLeague,
    "listen-players": ports,
    players,
    referees,
  };
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
}

function subjectOf({ url, command, wait }: RunFlags, onWait: (text: string) => void): Subject {
  if (url !== undefined && command !== undefined) throw new UsageError("give --url or --command, not both");
  if (command !== undefined) {
    if (command.trim() === "") throw new UsageError("--command is empty");
    assertPlaceholders(command);
    const words = splitCommandLine(command);
    return { label: command, canStart: true, canRestart: true, capacity: Number.POSITIVE_INFINITY, words };
  }
  if (url === undefined)
    throw new UsageError("say where the agent is (--url) or how it is started (--command)");
  for (const one of url) assertHttpUrl("--url", one);
  return {
    label: url.join(", "),
    canStart: false,
    canRestart: false,
    capacity: url.length,
    urls: url,
    waitMs: wait * 1_000,
    onWait,
  };
}

function reporterOptions(
  flags: RunFlags,
  checks: readonly RegisteredCheck[],
  around: CliContext,
  { clock }: Environment,
): ReporterOptions {
  const { json, junit, html, markdown, quiet, verbose, color } = flags;
  const files = Object.fromEntries(
    Object.entries({ json, junit, html, markdown }).filter(([, path]) => path !== undefined),
  );
  return {
    ...files,
    terminal: {
      out: around.out,
      now: () => clock.now(),
      quiet,
      verbose,
      color,
    },
    clause: (id) => {
      const clause = clauseOf(id);
      return clause && { text: clause.text, source: sourceInFull(clause.source) };
    },
    explain: async (report) => {
      const { explanationsFor } = await import("../self-test/explanations.js");
      return explanationsFor(report, checks, await around.mutants());
    },
  };
}

/** Runs one check again. @param id check, role and seed, as a report names them */
export async function replayCheck(id: string, flags: RunFlags, around: CliContext): Promise<number> {
  const { checkId, role, seed } = parseReplay(id);
  const all = await around.checks();
  const [one] = select(all, role, { only: [checkId] });
  // A check that only observes needs something to observe: everything else is run for it.
  const isObserver = one?.check.needs?.observes === true;
  const checks = select(all, role, isObserver ? {} : { only: [checkId] });
  if (isObserver)
    print(
      around.out,
      `${checkId} judges the messages of a whole run, so all of it is repeated: look for this check in the result, where others may fail too.`,
    );
  const again: RunFlags = { ...flags, selected: true, seed, verbose: true, level: "may" };
  return runRole(role, checks, again, around);
}

const CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** SIGINT and SIGTERM end the run in good order: agents stopped, reports written. A second one ends it at once. */
function listenForInterruption() {
  const controller = new AbortController();
  let code: number | undefined;
  const interrupt = (name: (typeof SIGNALS)[number]) => {
    if (code !== undefined) process.exit(CODES[name]);
    code = CODES[name];
    controller.abort(`${INTERRUPTED} (${name})`);
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return {
    signal: controller.signal,
    /** 130 or 143 when there was one. */
    exitCode: () => code,
    /** Listens no more. */
    release: () => {
      for (const name of SIGNALS) process.off(name, interrupt);
    },
  };
}
