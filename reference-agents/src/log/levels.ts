/** The levels of the log, in a separate file, so that a help text that lists them does not load the logger. */
import type { LogEntry } from "@league-v2/sdk";

export type LogLevel = LogEntry["level"] | "silent";

export const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error", "critical", "silent"];
