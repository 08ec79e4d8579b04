/** Hands the events of a league to those who follow it, each with the story so far. */
import type { LeagueEvent } from "@league-v2/sdk";
import { LeagueProjection } from "./league-projection.js";

/** Called for each event in order, when the chronicle has taken it. Must not throw. */
export type Follower = (event: LeagueEvent, chronicle: LeagueProjection) => void;

export interface Following {
  readonly chronicle: LeagueProjection;
  /** For `LeagueManagerOptions`, of any number of managers of the league: what is known already is not told again. */
  readonly onEvent: (event: LeagueEvent) => void;
}

export function follow(league_id: string, followers: readonly Follower[]): Following {
  const chronicle = new LeagueProjection(league_id);
  return {
    chronicle,
    onEvent(event) {
      if (isKnown(event, chronicle)) return;
      chronicle.take(event);
      for (const follower of followers) follower(event, chronicle);
    },
  };
}

function isKnown(event: LeagueEvent, chronicle: LeagueProjection): boolean {
  switch (event.type) {
    case "member_registered":
      return chronicle.member(event.member.id) !== undefined;
    case "league_started":
    case "league_resumed":
      return chronicle.rounds.length > 0;
    case "round_announced":
      return chronicle.roundStatus(event.round.round_id) !== "SCHEDULED";
    case "match_started":
      return chronicle.matchStatus(event.match.match_id) === "FINISHED";
    case "result_recorded":
      return chronicle.result(event.result.match_id) !== undefined;
    case "round_completed":
      return chronicle.roundStatus(event.round.round_id) === "COMPLETED";
    case "league_completed":
      return chronicle.end !== null;
  }
}
