/** Passes the events of a league to listeners, each with the projection so far. */
import type { LeagueEvent } from "@league-v2/sdk";
import { LeagueProjection } from "./league-projection.js";

/** Called for each event in order, after the projection has applied it. Must not throw. */
export type LeagueListener = (event: LeagueEvent, projection: LeagueProjection) => void;

export interface Following {
  readonly projection: LeagueProjection;
  /** For `LeagueManagerOptions`, of any number of managers of the league: known events are not emitted again. */
  readonly onEvent: (event: LeagueEvent) => void;
}

export function follow(league_id: string, listeners: readonly LeagueListener[]): Following {
  const projection = new LeagueProjection(league_id);
  return {
    projection,
    onEvent(event) {
      if (isKnown(event, projection)) return;
      projection.take(event);
      for (const listener of listeners) listener(event, projection);
    },
  };
}

function isKnown(event: LeagueEvent, projection: LeagueProjection): boolean {
  switch (event.type) {
    case "member_registered":
      return projection.member(event.member.id) !== undefined;
    case "league_started":
    case "league_resumed":
      return projection.rounds.length > 0;
    case "round_announced":
      return projection.roundStatus(event.round.round_id) !== "SCHEDULED";
    case "match_started":
      return projection.matchStatus(event.match.match_id) === "FINISHED";
    case "result_recorded":
      return projection.result(event.result.match_id) !== undefined;
    case "round_completed":
      return projection.roundStatus(event.round.round_id) === "COMPLETED";
    case "league_completed":
      return projection.end !== null;
  }
}
