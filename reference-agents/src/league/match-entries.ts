/** The words for a finished match, of the referee and of the players. */
import type { LogEntry, MatchRecord, PlayedMatch } from "@league-v2/sdk";
import { plural } from "./describe.js";

export function playedEntry(match: PlayedMatch): LogEntry {
  const { match_id, end, opponent_id, points } = match;
  const words = `${end.replace("_", " ")} against ${opponent_id ?? "no opponent"}, ${plural(points, "point")}`;
  return { level: "info", message: `${match_id}: ${words}`, match_id, data: match };
}

/** A finished match on the screen of its referee; the referee itself logs it. */
export function refereedLine({ match_id, outcome, reported }: MatchRecord): string {
  return `${match_id}: ${outcome.reason}${reported ? "" : " The result could not be reported."}`;
}
