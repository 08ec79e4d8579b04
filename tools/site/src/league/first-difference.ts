/** The first difference of two recordings with the same beginning, and the events around it in each of them. */
import type { ViewerEvent } from "@league-v2/viewer";
import { eventDescriber } from "./event-text.js";
import type { Change } from "./request.js";

export interface FirstDifference {
  /** ms since the beginning of both recordings, at the first event that differs. */
  readonly at: number;
  readonly before: readonly Line[];
  readonly after: readonly Line[];
}

export interface Line {
  /** ms since the beginning of the recording. */
  readonly at: number;
  readonly text: string;
  /** False for events that are equal in both, and for events after the first difference. */
  readonly isFirstDifference: boolean;
}

const linesBefore = 3;
const linesAfter = 6;

/** Null without a difference. A lost request is itself a difference, although its sender detects the loss later. */
export function firstDifference(
  before: readonly ViewerEvent[],
  after: readonly ViewerEvent[],
  change?: Change,
): FirstDifference | null {
  const isLost = (event: ViewerEvent | undefined) =>
    change?.kind === "drop" && event?.type === "message_sent" && event.exchange === change.exchange;
  const length = Math.max(before.length, after.length);
  const index = Array.from({ length }).findIndex(
    (_, place) => isLost(before[place]) || JSON.stringify(before[place]) !== JSON.stringify(after[place]),
  );
  if (index === -1) return null;
  const start = before[0]?.at ?? 0;
  const around = (events: readonly ViewerEvent[]) => {
    const describe = eventDescriber(events);
    const from = Math.max(0, index - linesBefore);
    return events.slice(from, index + linesAfter).map((event, place) => ({
      at: event.at - start,
      text: events === after && isLost(event) ? `lost: ${describe(event)}` : describe(event),
      isFirstDifference: from + place === index,
    }));
  };
  const at = Math.min(...[before[index], after[index]].map((event) => event?.at ?? Number.POSITIVE_INFINITY));
  return { at: at - start, before: around(before), after: around(after) };
}
