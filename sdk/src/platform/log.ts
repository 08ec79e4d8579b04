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

/** Describes a thrown value of any kind; never throws. */
export function describeError(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "something that cannot be put into words";
  }
}

/** The minimum length of a secret, so that no ordinary word is redacted; real tokens have 128 bits. */
export const shortestSecret = 8;
/** The maximum number of secrets, which limits the cost of each log line; the oldest is dropped. */
const mostSecrets = 256;

/** Adds a token to the secrets that no log line may contain. */
export function learnSecret(secrets: Set<string>, token: string | null | undefined): void {
  if (!token || token.length < shortestSecret) return;
  secrets.delete(token);
  secrets.add(token);
  const [oldest] = secrets;
  if (oldest !== undefined && secrets.size > mostSecrets) secrets.delete(oldest);
}
