import type { Exchange, SimulationEvent } from "../events.ts";
import { isManager } from "../plan.ts";
import { type Invariant, Owners } from "./invariant.ts";

/** No manager repeats a notification that the receiver has acknowledged, to this manager or in the store when the sending began. */
export const noDuplicateNotifications: Invariant = () => {
  const owners = new Owners();
  /** By incarnation of a manager and announcement: the agents that have acknowledged it since the last read of the store. */
  const acknowledged = new Map<string, Set<unknown>>();
  /** By the same key: the ids whose acknowledgements were in the store at that read. */
  const read = new Map<string, ReadonlySet<string>>();
  return {
    on(event) {
      owners.on(event);
      if (event.type === "stored") note(event, read, acknowledged);
      if (event.type !== "sent" && event.type !== "received") return undefined;
      const { exchange } = event;
      const { from, incarnation, to } = exchange;
      const announcement = announcementIn(exchange);
      if (announcement === undefined) return undefined;
      const key = `${from}/${incarnation} ${announcement}`;
      if (event.type === "received") {
        const who = acknowledged.get(key) ?? new Set();
        if (event.reply.result !== null) acknowledged.set(key, who.add(to));
        return undefined;
      }
      if (acknowledged.get(key)?.has(to)) return `${announcement} to ${to} is sent again`;
      const known = read.get(key);
      if (known === undefined) return `${announcement} is sent without reading the acknowledgements`;
      const isKnown = [...known].some((id) => owners.of(id) === to);
      return isKnown
        ? `${announcement} to ${to} is sent again, although the store has the acknowledgement`
        : undefined;
    },
  };
};

function note(
  { by, operation, args, outcome }: Extract<SimulationEvent, { type: "stored" }>,
  read: Map<string, ReadonlySet<string>>,
  acknowledged: Map<string, unknown>,
): void {
  if (operation !== "acknowledged") return;
  const key = `${by} ${String(args[0])}`;
  read.set(key, outcome as ReadonlySet<string>);
  // An acknowledgement that was received but is not in the store was lost in a power failure.
  acknowledged.delete(key);
}

/** The store's key for the announcement. */
function announcementIn({ from, call: { method, params } }: Exchange): string | undefined {
  if (!isManager(from)) return undefined;
  if (method === "notify_league_completed") return "league-completed";
  const { round_id: round } = params;
  // Other wire forms share some of the names, with other members.
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
