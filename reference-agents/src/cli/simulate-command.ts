import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { protocol } from "@league-v2/contract";
import { StartupError } from "@league-v2/sdk";
import { plural } from "../league/describe.js";
import { flag, integer, list, optional, type SettingsOf, text } from "../settings/index.js";
import {
  type CampaignReport,
  campaign,
  type FaultKind,
  faultKinds,
  type Plan,
  readPlan,
  reportOn,
  simulate,
  smallestOf,
  traceText,
} from "../simulate/index.js";
import { command } from "./command.js";
import { eraseProgress } from "./progress.js";
import { exitCodes, Stopped, type World } from "./world.js";

const noFaults = "none";

const fields = {
  seeds: integer({
    minimum: 1,
    maximum: 10_000_000,
    otherwise: 100,
    variable: "LEAGUE_SEEDS",
    help: "how many leagues are played, one for each seed",
  }),
  seed: integer({
    minimum: 0,
    maximum: 2 ** 32,
    otherwise: 1,
    variable: "LEAGUE_SEED",
    help: "the first seed; the league and its faults follow from it",
  }),
  players: integer({
    minimum: protocol.league.minimumPlayers,
    maximum: 30,
    otherwise: 6,
    variable: "LEAGUE_PLAYERS",
    help: "how many players a league has at most",
  }),
  faults: list({
    placeholder: "<kinds>",
    otherwise: faultKinds,
    variable: "LEAGUE_FAULTS",
    help: `kinds of faults, with commas between; ${noFaults} for a world in which all goes well`,
  }),
  plan: optional(
    text({
      placeholder: "<file>",
      variable: "LEAGUE_PLAN",
      help: "one league instead, as a plan in JSON says; a broken league prints its plan",
    }),
  ),
  trace: flag({ variable: "LEAGUE_TRACE", help: "with --plan: print everything that happens" }),
  json: flag({ variable: "LEAGUE_JSON", help: "print one JSON document instead of sentences" }),
};

type Settings = SettingsOf<typeof fields>;

export const simulateCommand = command({
  name: "simulate",
  summary: "play leagues in a simulated world in which everything goes wrong",
  details: `Whole leagues on simulated time, network and disk: messages are lost, late and doubled, agents crash and come
back, clocks are wrong, players lie. Everything follows from the seed. After every message and every access to the store
the invariants are checked; a league that breaks one is made as small as it gets and printed with its plan. The exit
status is 1 then. docs/simulation.md names the invariants.`,
  fields,
  examples: [
    ["league simulate --seeds 1000", "leagues with the seeds 1 to 1000"],
    ["league simulate --seed 4711 --seeds 1", "that one league again"],
    ["league simulate --faults crash,store-crash --players 4", "small leagues in which processes die"],
    ["league simulate --plan broken.json --trace", "a printed plan, with everything that happens in it"],
  ],
  run: (settings, world) =>
    settings.plan === undefined ? runSeeds(settings, world) : runPlan(settings, world),
});

async function runSeeds(settings: Settings, world: World): Promise<number> {
  const { seed: firstSeed, seeds, players } = settings;
  const started = world.clock.now();
  try {
    const report = await campaign({
      ...{ firstSeed, seeds, players, mostFindings: 5, kinds: kindsIn(settings.faults), signal: world.stop },
      onLeague: (done) => world.screen?.write(`\r${done} of ${seeds} leagues`),
    });
    eraseProgress(world);
    world.out(
      settings.json ? JSON.stringify(asData(report), null, 2) : inWords(report, world.clock.now() - started),
    );
    return report.findings.length === 0 ? 0 : 1;
  } catch (error) {
    eraseProgress(world);
    if (!(error instanceof Stopped)) throw error;
    world.error("the simulation was stopped before its end");
    return exitCodes[error.by];
  }
}

async function runPlan({ plan: path = "", trace, json }: Settings, world: World): Promise<number> {
  const plan = await planIn(path, world.folder);
  const run = await simulate(plan);
  const { finding, simulatedMs, events } = run;
  if (trace) world.out(traceText(events).trimEnd());
  if (json) world.out(JSON.stringify({ plan, finding, simulatedMs, events: events.length }, null, 2));
  else if (finding === null)
    world.out(`everything held: ${events.length} events in ${simulatedMs} simulated ms`);
  else world.out(trace ? `${finding.invariant}: ${finding.why}` : reportOn(finding, await smallestOf(run)));
  return finding === null ? 0 : 1;
}

async function planIn(path: string, folder: string): Promise<Plan> {
  try {
    return readPlan(await readFile(resolve(folder, path), "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartupError("INVALID_CONFIG", `${path}: ${why}`, "A broken league prints its plan.");
  }
}

function kindsIn(names: readonly string[]): ReadonlySet<FaultKind> {
  if (names.length === 1 && names[0] === noFaults) return new Set();
  const kinds = names.map((name) => {
    const kind = faultKinds.find((one) => one === name);
    if (kind !== undefined) return kind;
    const hint = `There are ${faultKinds.join(", ")}, and ${noFaults}.`;
    throw new StartupError("INVALID_CONFIG", `--faults: there is no kind "${name}"`, hint);
  });
  return new Set(kinds);
}

function inWords(report: CampaignReport, tookMs: number): string {
  const { leagues, matches, messages, storeAccesses, deaths, simulatedMs, findings } = report;
  const faults = Object.entries(report.faults).map(([kind, count]) => `${count} ${kind}`);
  const hours = Math.round(simulatedMs / 3_600_000);
  return [
    `${plural(leagues, "league")}, ${matches} matches, ${messages} messages, ${storeAccesses} accesses to the store`,
    `faults: ${faults.join(", ")}; ${plural(deaths, "process", "processes")} died`,
    `${hours} simulated hours in ${(tookMs / 1000).toFixed(1)} s, ${(tookMs / leagues).toFixed(1)} ms a league`,
    findings.length === 0 ? "every invariant held" : plural(findings.length, "broken league"),
    ...findings.map(({ finding, smallest }) => `\n${reportOn(finding, smallest)}`),
  ].join("\n");
}

function asData({ findings, ...totals }: CampaignReport) {
  const found = findings.map(({ seed, finding, smallest }) => ({ seed, ...finding, plan: smallest.plan }));
  return { ...totals, findings: found };
}
