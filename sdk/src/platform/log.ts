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
export interface Log {
  (entry: LogEntry): void;
  /** Whether entries of this level are written; all are, if it is left out. What is not written need not be made. */
  readonly writes?: (level: LogEntry["level"]) => boolean;
}
