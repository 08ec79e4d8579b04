/** `league simulate`: leagues on simulated time with injected faults. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { StartupError } from "@league-v2/sdk";
import { assertWritable } from "@league-v2/sdk/node";
import { plural } from "../league/describe.js";
import {
  type CampaignReport,
  campaign,
  type FaultKind,
  faultKinds,
  type Plan,
  planFromSeed,
  readPlan,
  reportOn,
  type SimulationRun,
  simulate,
  smallestOf,
  traceText,
} from "../simulate/index.js";
import { countProgress } from "../terminal/index.js";
import { type CliContext, exitCodes, Stopped } from "./cli-context.js";
import { noFaults, type SimulateSettings } from "./simulate-fields.js";
import { unfit } from "./unfit.js";

/** Many leagues from seeds, or one league from a plan. */
export async function runSimulate(settings: SimulateSettings, context: CliContext): Promise<number> {
  assertCompatible(settings);
  if (settings.html !== undefined) await assertWritable(resolve(context.folder, settings.html));
  return settings.plan === undefined ? runSeeds(settings, context) : runPlan(settings, context);
}

async function runSeeds(settings: SimulateSettings, context: CliContext): Promise<number> {
  const { seed: firstSeed, seeds, players } = settings;
  const { clock, screen, error: line } = context;
  const started = clock.now();
  const progress = await countProgress({ what: "leagues", all: seeds, screen, line, clock });
  try {
    const report = await campaign({
      ...{
        firstSeed,
        seeds,
        players,
        maxFindings: 5,
        kinds: kindsIn(settings.faults),
        signal: context.stop,
      },
      onLeague: progress.onDone,
    });
    progress.end();
    context.out(
      settings.json
        ? JSON.stringify(asData(report), null, 2)
        : inWords(report, context.clock.now() - started),
    );
    if (settings.html !== undefined) {
      const [broken] = report.findings;
      const plan = planFromSeed(broken?.seed ?? firstSeed, { players, kinds: kindsIn(settings.faults) });
      await saveRun(await simulate(plan), settings.html, context);
    }
    return report.findings.length === 0 ? 0 : 1;
  } catch (error) {
    progress.end();
    if (!(error instanceof Stopped)) throw error;
    context.error("the simulation was stopped before its end");
    return exitCodes[error.by];
  }
}

async function runPlan(
  { plan: path = "", trace, json, html }: SimulateSettings,
  context: CliContext,
): Promise<number> {
  const plan = await planIn(path, context.folder);
  const run = await simulate(plan);
  const { finding, simulatedMs, events } = run;
  if (trace) context.out(traceText(events).trimEnd());
  if (json) context.out(JSON.stringify({ plan, finding, simulatedMs, events: events.length }, null, 2));
  else if (finding === null)
    context.out(`everything held: ${events.length} events in ${simulatedMs} simulated ms`);
  else context.out(trace ? `${finding.invariant}: ${finding.why}` : reportOn(finding, await smallestOf(run)));
  if (html !== undefined) await saveRun(run, html, context);
  return finding === null ? 0 : 1;
}

/** Saves the first league that broke an invariant, or the first league if none did. */
async function saveRun(run: SimulationRun, html: string, { error, folder }: CliContext): Promise<void> {
  const { recordSimulation } = await import("./watch/record-simulation.js");
  const { savePage } = await import("./watch/save-page.js");
  error(`page: ${await savePage(recordSimulation(run), html, folder)}`);
}

async function planIn(path: string, folder: string): Promise<Plan> {
  try {
    return readPlan(await readFile(resolve(folder, path), "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      "INVALID_CONFIG",
      `${path}: ${why}`,
      "Check the path that --plan names. Its file holds the plan that `league simulate` prints when a league breaks.",
    );
  }
}

/** @throws InvalidSettings for what the command would ignore */
function assertCompatible({ faults, plan, trace }: SimulateSettings): void {
  if (faults.length > 1 && faults.includes(noFaults)) {
    throw unfit("--faults", faults, `${noFaults} alone, or kinds of faults`);
  }
  if (trace && plan === undefined) {
    const hint = "Give --plan <file> with the plan that `league simulate` prints when a league breaks.";
    throw unfit("--trace", true, "left out without --plan", hint);
  }
}

function kindsIn(names: readonly string[]): ReadonlySet<FaultKind> {
  return new Set(faultKinds.filter((kind) => names.includes(kind)));
}

function inWords(report: CampaignReport, tookMs: number): string {
  const { leagues, matches, messages, storeAccesses, deaths, simulatedMs, findings } = report;
  const faults = Object.entries(report.faults).map(([kind, count]) => `${count} ${kind}`);
  return [
    `${plural(leagues, "league")}, ${matches} matches, ${messages} messages, ${storeAccesses} accesses to the store`,
    `faults: ${faults.join(", ")}; ${plural(deaths, "process", "processes")} ended early`,
    `${inLargestUnit(simulatedMs)} in ${(tookMs / 1000).toFixed(1)} s, ${(tookMs / leagues).toFixed(1)} ms a league`,
    findings.length === 0 ? "every invariant held" : plural(findings.length, "broken league"),
    ...findings.map(({ finding, smallest }) => `\n${reportOn(finding, smallest)}`),
  ].join("\n");
}

/** In the largest unit of which there is at least one. */
function inLargestUnit(ms: number): string {
  const units = { hour: 3_600_000, minute: 60_000 } as const;
  for (const [unit, length] of Object.entries(units))
    if (ms >= length) return plural(Math.round(ms / length), `simulated ${unit}`);
  return plural(Math.round(ms / 1_000), "simulated second");
}

function asData({ findings, ...totals }: CampaignReport) {
  const found = findings.map(({ seed, finding, smallest }) => ({ seed, ...finding, plan: smallest.plan }));
  return { ...totals, findings: found };
}
