/** The events of a simulation, line by line; the same plan gives the same bytes. */
import type { Exchange, Reply, SimulationEvent } from "./events.ts";
import { hash } from "./plan.ts";
import type { SimulationRun } from "./simulate.ts";

export function traceText(events: readonly SimulationEvent[]): string {
  return events.map((event) => `${lineOf(event)}\n`).join("");
}

const longest = 160;

/** Time, type, and what it is about; bodies and long values as fingerprints, so that any difference is visible. */
function lineOf({ at, type, ...about }: SimulationEvent): string {
  const text = JSON.stringify(about, shown);
  const shortened = text.length > longest ? `${text.slice(0, longest)}… ${fingerprint(text)}` : text;
  return `${at.toFixed(1).padStart(10)} ms  ${type.padEnd(9)} ${shortened}`;
}

function shown(key: string, value: unknown): unknown {
  if (key === "exchange") {
    const { number, from, to, body, call } = value as Exchange;
    const { match_id, round_id } = call.params;
    const parts = [call.method, match_id ?? round_id ?? "", fingerprint(body)];
    return `#${number} ${from} > ${to ?? "nowhere"} ${parts.join(" ")}`;
  }
  if (key === "reply" && typeof value === "object") {
    const { status, body } = value as Reply;
    return `${status} ${fingerprint(body)}`;
  }
  if (typeof value === "function") return "a function";
  return value instanceof Set ? [...value] : value;
}

function fingerprint(text: string): string {
  return hash(text).toString(16).padStart(8, "0");
}

const shownEvents = 25;

/** The invariant, how it was broken, the last events before that, and the plan that reproduces it. */
export function reportOn({ plan, events, finding }: SimulationRun): string {
  const last = events.slice(-shownEvents);
  const { seed, players, referees, faults } = plan;
  return [
    `seed ${seed}, ${players} players, ${referees} referees, ${faults.length} faults: breaks ${finding?.invariant}: ${finding?.why}`,
    `the last ${last.length} of ${events.length} events:`,
    ...last.map((event) => `  ${lineOf(event)}`),
    "the plan, for npm run simulate -- --plan <file>:",
    JSON.stringify(plan),
  ].join("\n");
}
