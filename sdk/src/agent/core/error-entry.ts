import type { GameErrorIn, LeagueErrorIn } from "@league-v2/contract";
import type { LogEntry } from "../../platform/log.js";

/** The log entry for a received error message. */
export function errorEntry(error: GameErrorIn | LeagueErrorIn): LogEntry {
  const { error_code, error_description, message_type } = error;
  return {
    level: "warn",
    message: `${error_code}: ${error_description ?? ""}`,
    message_type,
    ...("match_id" in error ? { match_id: error.match_id } : {}),
  };
}
