/** `npm run simulate -- --seed S --seeds N`: plays leagues with faults on simulated time, and checks the invariants. */
import { readFileSync } from "node:fs";
import { systemClock } from "@league-v2/sdk";
import { inTenths, runTool, wholeNumber } from "../build/run-tool.ts";
import { type CampaignReport, campaign } from "./campaign.ts";
import { agentsIn, agentsOf, type Plan } from "./plan.ts";
import { type FaultKind, faultKinds } from "./plan-from-seed.ts";
import { simulate } from "./simulate.ts";
import { reportOn, traceText } from "./trace.ts";

const help = `Usage: npm run simulate -- [options]

Whole leagues on simulated time, network and disk. All faults follow from the seed. A league that breaks an invariant is
reduced as far as possible and printed with its plan; the exit status is 1 then. tools/simulate/README.md names the invariants.

  --seeds <n>       how many leagues are played, one for each seed (default: 100)
  --seed <n>        the first seed (default: 1)
  --players <n>     how many players a league has at most (default: 6)
  --faults <kinds>  with commas between, or none (default: all)
                    ${faultKinds.join(", ")}
  --plan <file>     plays the league of a printed plan instead
  --trace           with --plan: prints every event
  --help
`;

await runTool(
  help,
  {
    seeds: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    players: { type: "string", default: "6" },
    faults: { type: "string", default: faultKinds.join() },
    plan: { type: "string" },
    trace: { type: "boolean", default: false },
  },
  async ({ plan, trace, seed, seeds, players, faults }) => {
    if (plan !== undefined) return playPlan(plan, trace);
    if (trace) throw new RangeError("--trace needs --plan");
    const count = wholeNumber("seeds", seeds, 1);
    const begun = systemClock.now();
    const report = await campaign({
      firstSeed: wholeNumber("seed", seed),
      seeds: count,
      players: wholeNumber("players", players, 2),
      kinds: kindsIn(faults),
      maxFindings: 5,
      onLeague: inTenths("leagues", count),
    });
    process.stdout.write(`${inWords(report, systemClock.now() - begun)}\n`);
    return report.findings.length === 0 ? 0 : 1;
  },
);

function kindsIn(text: string): ReadonlySet<FaultKind> {
  const names: readonly string[] = text === "none" ? [] : text.split(",");
  const unknown = names.find((name) => !faultKinds.some((kind) => kind === name));
  if (unknown !== undefined) throw new RangeError(`there is no kind of faults ${unknown}`);
  return new Set(faultKinds.filter((kind) => names.includes(kind)));
}

async function playPlan(path: string, withTrace: boolean): Promise<number> {
  const run = await simulate(readPlan(path));
  if (withTrace) process.stdout.write(traceText(run.events));
  const words =
    run.finding === null
      ? `every invariant held: ${run.events.length} events in ${run.simulatedMs} simulated ms`
      : reportOn(run);
  process.stdout.write(`${words}\n`);
  return run.finding === null ? 0 : 1;
}

/** @throws RangeError for a fault that would have no effect, as in a plan changed by hand */
function readPlan(path: string): Plan {
  const plan = JSON.parse(readFileSync(path, "utf8")) as Plan;
  const names = agentsOf(plan);
  for (const fault of plan.faults) {
    const unknown = agentsIn(fault).find((name) => !names.includes(name));
    if (unknown !== undefined) throw new RangeError(`${path}: there is no agent ${unknown} in the league`);
    if (!faultKinds.includes(fault.kind))
      throw new RangeError(`${path}: there is no kind of faults ${fault.kind}`);
  }
  return plan;
}

function inWords(report: CampaignReport, tookMs: number): string {
  const { leagues, matches, messages, storeAccesses, deaths, simulatedMs, findings } = report;
  const faults = Object.entries(report.faults).map(([kind, count]) => `${count} ${kind}`);
  return [
    `${leagues} leagues, ${matches} matches, ${messages} messages, ${storeAccesses} accesses to the store`,
    `faults: ${faults.join(", ")}; ${deaths} processes ended early`,
    `${(simulatedMs / 60_000).toFixed(0)} simulated minutes in ${(tookMs / 1000).toFixed(1)} s, ${(tookMs / leagues).toFixed(1)} ms a league`,
    findings.length === 0 ? "every invariant held" : `${findings.length} broken leagues`,
    ...findings.map((run) => `\n${reportOn(run)}`),
  ].join("\n");
}
