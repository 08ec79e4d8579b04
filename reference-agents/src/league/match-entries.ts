/** Log entries of a finished match, for the referee and the players. */
import type { LogEntry, MatchRecord, PlayedMatch } from "@league-v2/sdk";
import { plural } from "./describe.js";

export function playedEntry(match: PlayedMatch): LogEntry {
  const { match_id, end, opponent_id, points } = match;
  const words = `${end.replace("_", " ")} against ${opponent_id ?? "no opponent"}, ${plural(points, "point")}`;
  return { level: "info", message: `${match_id}: ${words}`, match_id, data: match };
}

/** Without the transcript, which is written to a file. */
export function refereedEntry({ match_id, conversation_id, outcome, reported }: MatchRecord): LogEntry {
  const words = `${outcome.reason}${reported ? "" : " The result could not be reported."}`;
  const message = `${match_id}: ${words}`;
  return { level: reported ? "info" : "error", message, match_id, conversation_id, data: outcome };
}
