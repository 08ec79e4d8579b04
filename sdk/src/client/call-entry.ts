import type { LogEntry } from "../platform/log.js";
import type { CallPlace } from "./errors.js";

/** The log line of a call: method, address and outcome. Never the message itself, which has a token. */
export function callEntry(
  { method, url }: CallPlace,
  message: object,
  level: LogEntry["level"],
  what: string,
): LogEntry {
  const place = `${method} to ${url}: `;
  const entry: LogEntry = {
    level,
    message: what.startsWith(place) ? what : `${place}${what}`,
    data: { method, url },
  };
  for (const name of ["message_type", "conversation_id", "match_id"] as const) {
    const value = (message as Record<string, unknown>)[name];
    if (typeof value === "string") entry[name] = value;
  }
  return entry;
}
