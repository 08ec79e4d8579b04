/** One order for all events, so that a view does not depend on the order in which they arrived, and the search in it. */
import type { ViewerEvent } from "./events.js";

/** The order of events with equal times: the order in which they occur in a league. */
const places: Readonly<Record<ViewerEvent["type"], number>> = {
  league_opened: 0,
  member_registered: 1,
  league_started: 2,
  league_resumed: 3,
  round_announced: 4,
  match_started: 5,
  message_sent: 6,
  message_answered: 7,
  result_recorded: 8,
  round_completed: 9,
  league_completed: 10,
};

function compareEvents(a: ViewerEvent, b: ViewerEvent): number {
  return a.at - b.at || places[a.type] - places[b.type] || compareText(keyOf(a), keyOf(b));
}

/** Returns the same array if it is in order already. */
export function inOrder(events: readonly ViewerEvent[]): readonly ViewerEvent[] {
  for (let index = 1; index < events.length; index++) {
    const [before, after] = [events[index - 1], events[index]];
    if (before && after && compareEvents(before, after) > 0) return events.toSorted(compareEvents);
  }
  return events;
}

/** Numbers inside of ids are compared as numbers: R2M1 comes before R10M1. */
export function compareIds(a: string, b: string): number {
  return collator.compare(a, b) || compareText(a, b);
}

const collator = new Intl.Collator("en", { numeric: true });

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function keyOf(event: ViewerEvent): string {
  switch (event.type) {
    case "member_registered":
      return event.member.id;
    case "league_opened":
      return event.league_id;
    case "match_started":
      return `${event.match_id} ${event.referee_id}`;
    case "result_recorded":
      return event.result.match_id;
    case "round_announced":
    case "round_completed":
      return String(event.round_id).padStart(6, "0");
    case "message_sent":
    case "message_answered":
      return String(event.exchange).padStart(9, "0");
    default:
      return "";
  }
}

/** The number of items of an ascending list until a moment, by binary search. */
export function countUntil<Item>(
  items: readonly Item[],
  t: number,
  momentOf: (item: Item) => number,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // Between the bounds there is always an item, although the type allows undefined.
    if (momentOf(items[middle] as Item) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}
