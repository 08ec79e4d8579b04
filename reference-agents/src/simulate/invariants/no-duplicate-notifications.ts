import type { Exchange, SimulationEvent } from "../events.js";
import { isManager } from "../plan.js";
import type { Invariant } from "./invariant.js";
import { Owners } from "./owners.js";

export const nobodyToldTwice: Invariant = {
  name: "nobody-told-twice",
  rule: "No manager tells anybody again what it has heard acknowledged, itself or from the store when it began to tell.",
  watch() {
    const owners = new Owners();
    /** By life of a manager and announcement: who has acknowledged it since the last look into the store. */
    const heard = new Map<string, Set<unknown>>();
    /** The same: those whose acknowledgement it has read there, by id. */
    const read = new Map<string, ReadonlySet<string>>();
    return {
      on(event) {
        owners.on(event);
        if (event.type === "stored") note(event, read, heard);
        if (event.type !== "sent" && event.type !== "heard") return undefined;
        const { exchange } = event;
        const { from, life, to } = exchange;
        const announcement = announcementIn(exchange);
        if (announcement === undefined) return undefined;
        const teller = `${from}/${life} ${announcement}`;
        if (event.type === "heard") {
          const who = heard.get(teller) ?? new Set();
          if (event.reply.result !== null) heard.set(teller, who.add(to));
          return undefined;
        }
        if (heard.get(teller)?.has(to)) return `${announcement} to ${to} is told again`;
        const known = read.get(teller);
        if (known === undefined) return `${announcement} is told without a look at who has heard it`;
        const isKnown = [...known].some((id) => owners.of(id) === to);
        return isKnown ? `${announcement} to ${to} is told again, and the store knew` : undefined;
      },
    };
  },
};

function note(
  { by, operation, args, outcome }: Extract<SimulationEvent, { type: "stored" }>,
  read: Map<string, ReadonlySet<string>>,
  heard: Map<string, unknown>,
): void {
  if (operation !== "acknowledged") return;
  const teller = `${by} ${String(args[0])}`;
  read.set(teller, outcome as ReadonlySet<string>);
  // What it has heard and does not find there, the power has taken.
  heard.delete(teller);
}

/** In the words of the store. */
function announcementIn({ from, call: { method, params } }: Exchange): string | undefined {
  if (!isManager(from)) return undefined;
  if (method === "notify_league_completed") return "league-completed";
  const { round_id: round } = params;
  // Other wire forms share some of the names, and say the rest otherwise.
  if (typeof round !== "number") return undefined;
  switch (method) {
    case "notify_round":
      return `round-${round}`;
    case "update_standings":
      return `standings-${round}`;
    case "notify_round_completed":
      return `round-${round}-completed`;
    default:
      return undefined;
  }
}
