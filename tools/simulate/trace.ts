/** The events of a simulation, line by line; the same plan gives the same bytes. */
import type { Exchange, SimulationEvent } from "./events.ts";
import { hash } from "./plan/seeded-roll.ts";
import type { SimulationRun } from "./simulate.ts";

/** One line for each event: time, agents and type; bodies as fingerprints, so that any difference is visible. */
export function traceText(events: readonly SimulationEvent[]): string {
  return events.map((event) => `${lineOf(event)}\n`).join("");
}

function lineOf(event: SimulationEvent): string {
  return `${event.at.toFixed(1).padStart(10)} ms  ${described(event)}`;
}

function described(event: SimulationEvent): string {
  switch (event.type) {
    case "sent":
      return `${route(event.exchange)} sends ${what(event.exchange)} ${fingerprint(event.exchange.body)}`;
    case "refused":
      return `${route(event.exchange)} is refused ${what(event.exchange)}`;
    case "lost":
      return `${route(event.exchange)} loses ${event.reply ? "the answer to " : ""}${what(event.exchange)}`;
    case "delivered":
      return `${route(event.exchange)} delivers ${what(event.exchange)}`;
    case "answered":
    case "received": {
      const { status, body } = event.reply;
      const verb = event.type === "received" ? "receives" : "is answered";
      return `${route(event.exchange)} ${verb} ${status} to ${what(event.exchange)} ${fingerprint(body)}`;
    }
    case "stored":
      return `store ${event.by} ${event.operation}(${short(event.args)}) = ${short(event.outcome)}`;
    case "power-cut":
      return `store loses power, and its latest ${event.lost.length} writes`;
    case "history":
      return `${event.agent} stores ${event.matches.join(" ")}`;
    case "started":
      return `${event.agent} starts (incarnation ${event.incarnation})`;
    case "ended":
      return `${event.agent} ends: ${event.how}`;
    case "failed":
      return `${event.agent} fails: ${event.why}`;
  }
}

function route({ number, from, to }: Exchange): string {
  return `#${number} ${from} > ${to ?? "nowhere"}`;
}

function what({ call: { method, params } }: Exchange): string {
  const about = params.match_id ?? params.round_id;
  return `${method || "no call"}${about === undefined ? "" : ` ${String(about)}`}`;
}

function fingerprint(text: string): string {
  return hash(text).toString(16).padStart(8, "0");
}

const longest = 160;

function short(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) => plain(part)) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest)}… ${fingerprint(text)}` : text;
}

function plain(part: unknown): unknown {
  if (typeof part === "function") return "a function";
  return part instanceof Set ? [...part] : part;
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
