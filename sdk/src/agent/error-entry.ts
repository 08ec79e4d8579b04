import type { GameErrorIn, LeagueErrorIn } from "@league-v2/contract";
import type { LogEntry } from "../platform/log.js";

/** What an agent logs of an error that it is told of. */
export function errorEntry(error: GameErrorIn | LeagueErrorIn): LogEntry {
  const { error_code, error_description, message_type } = error;
  return {
    level: "warn",
    message: `${error_code}: ${error_description ?? ""}`,
    message_type,
    ...("match_id" in error ? { match_id: error.match_id } : {}),
  };
}
