/** The possible changes to a league, in the order of time. */
import type { MessageSent, ViewerEvent } from "@league-v2/viewer";
import { memberOf } from "../parts/member-of.js";
import { eventDescriber } from "./event-text.js";
import type { Change } from "./request.js";

export interface Moment {
  /** ms since the beginning of the recording. */
  readonly at: number;
  readonly text: string;
  readonly match_id: string | null;
  readonly change: Change;
}

export function momentsOf(events: readonly ViewerEvent[], kind: Change["kind"]): Moment[] {
  const describe = eventDescriber(events);
  const start = events[0]?.at ?? 0;
  const sent = new Map<number, MessageSent>();
  return events.flatMap((event): Moment[] => {
    const at = event.at - start;
    if (event.type === "message_sent") {
      sent.set(event.exchange, event);
      if (kind !== "drop") return [];
      const { exchange, match_id } = event;
      return [{ at, text: describe(event), match_id, change: { kind, exchange } }];
    }
    if (kind !== "choice" || event.type !== "message_answered") return [];
    const match_id = sent.get(event.exchange)?.match_id;
    const chosen = choiceIn(event.body);
    if (chosen === null || match_id == null) return [];
    const { player_id, choice } = chosen;
    const other = choice === "even" ? "odd" : "even";
    const text = `${player_id} chooses ${other}, not ${choice} (${match_id})`;
    return [{ at, text, match_id, change: { kind, match_id, player_id } }];
  });
}

function choiceIn(body: unknown): { readonly player_id: string; readonly choice: string } | null {
  const message = memberOf(body, "result");
  if (memberOf(message, "message_type") !== "CHOOSE_PARITY_RESPONSE") return null;
  const [player_id, choice] = [memberOf(message, "player_id"), memberOf(message, "parity_choice")];
  return typeof player_id === "string" && typeof choice === "string" ? { player_id, choice } : null;
}
