/** One line of an agent's log (contract 9). It never holds a token. */
export interface LogEntry {
  level: "debug" | "info" | "warn" | "error";
  message: string;
  message_type?: string;
  conversation_id?: string;
  match_id?: string;
  data?: unknown;
}

/** The door to the log: called for every entry, must not throw. */
export type Log = (entry: LogEntry) => void;
