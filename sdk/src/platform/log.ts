/** One line of an agent's log (contract 9). It never contains a token. */
export interface LogEntry {
  /** Critical: data is lost, or may be. */
  level: "debug" | "info" | "warn" | "error" | "critical";
  message: string;
  message_type?: string;
  conversation_id?: string;
  match_id?: string;
  data?: unknown;
}

/** Receives log entries: called for every entry, must not throw. */
export interface Log {
  (entry: LogEntry): void;
  /** Whether entries of this level are written; default: all. Entries of other levels need not be created. */
  readonly writes?: (level: LogEntry["level"]) => boolean;
}
