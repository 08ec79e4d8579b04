/** The report about a league that broke an invariant. */
import type { Plan } from "./plan.js";
import type { Finding, SimulationRun } from "./simulate.js";
import { lineOf } from "./trace.js";

const shownEvents = 25;

/** The invariant, how it was broken, the last events before that, and the plan that reproduces it. */
export function reportOn(finding: Finding, smallest: SimulationRun): string {
  const { plan, events } = smallest;
  const last = events.slice(-shownEvents);
  return [
    `seed ${plan.seed} breaks ${finding.invariant}: ${finding.why}`,
    `smallest plan: ${sizeOf(plan)}; ${smallest.finding?.why ?? "nothing"}`,
    `the last ${last.length} of ${events.length} events:`,
    ...last.map((event) => `  ${lineOf(event)}`),
    "the plan, for league simulate --plan <file>:",
    JSON.stringify(plan),
  ].join("\n");
}

function sizeOf({ players, referees, faults }: Plan): string {
  return `${players} players, ${referees} referees, ${faults.length} faults`;
}
