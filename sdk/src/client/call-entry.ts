import type { Log, LogEntry } from "../platform/log.js";
import type { CallPlace } from "./errors.js";

/** A log note of a client about an attempt or an answer. */
export interface CallNote {
  readonly place: CallPlace;
  readonly message: object;
  readonly level: LogEntry["level"];
  readonly what: string;
}

/** Writes the notes of a client to a log. */
export function notesFor(log: Log): (note: CallNote) => void {
  return (note) => {
    if (log.writes?.(note.level) !== false) log(callEntry(note));
  };
}

/** The log line: method, address and outcome. Never the message itself, which has a token. */
export function callEntry({ place: { method, url }, message, level, what }: CallNote): LogEntry {
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
