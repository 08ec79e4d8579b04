/**
 * Supports a player that keeps its own id instead of the assigned one. The own id may be another player's, so both ids
 * are swapped in all messages to and from this peer.
 */
import { asText } from "./as-text.js";
import { isObject } from "./members.js";
import type { JsonObject } from "./types.js";

export interface IdPair {
  /** The id in the league. */
  readonly assigned: string;
  /** The id that the peer uses for itself: a number where the peer writes it as one. */
  readonly own: string | number;
}

/** The message with both ids swapped: in values, in senders, and in member names. */
export function withIdsExchanged(message: JsonObject, ids: IdPair): JsonObject {
  return Object.fromEntries(
    Object.entries(message).map(([key, value]) => [exchangedText(key, ids), exchanged(key, value, ids)]),
  );
}

function exchanged(key: string, value: unknown, ids: IdPair): unknown {
  if (value === ids.assigned) return ids.own;
  // Numbers that are no ids have other names: what was drawn, rounds, points.
  if (typeof value === "number") return value === ids.own && namesPlayer.test(key) ? ids.assigned : value;
  if (typeof value === "string") return exchangedText(value, ids);
  if (Array.isArray(value)) return value.map((one) => exchanged(key, one, ids));
  return isObject(value) ? withIdsExchanged(value, ids) : value;
}

function exchangedText(text: string, { assigned, own }: IdPair): string {
  const start = text.startsWith(playerPrefix) ? playerPrefix : "";
  const id = text.slice(start.length);
  if (id === assigned) return `${start}${own}`;
  return id === asText(own) ? start + assigned : text;
}

const playerPrefix = "player:";
const namesPlayer = /^(player|winner|opponent|recipient)$|(player|opponent|winner)_(\w_)?id$/i;
