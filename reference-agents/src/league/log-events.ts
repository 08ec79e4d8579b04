/** The events of a league as lines of the league manager's log. */
import type { LeagueEvent, Log } from "@league-v2/sdk";
import { describe } from "./describe.js";
import type { LeagueListener } from "./follow.js";

/** Registrations are left out, because the league manager logs them; a started match is logged at level debug. */
export function logEvents(log: Log): LeagueListener {
  return (event, projection) => {
    if (event.type === "member_registered") return;
    const level = event.type === "match_started" ? "debug" : "info";
    log({ level, message: describe(event, projection), data: dataOf(event) });
  };
}

function dataOf(event: LeagueEvent): object {
  switch (event.type) {
    case "member_registered":
      return { id: event.member.id };
    case "league_started":
      return { rounds: event.rounds.length, members: event.members.map(({ id }) => id) };
    case "league_resumed":
      return { rounds: event.rounds.length, completed_round: event.completed_round };
    case "round_announced":
    case "round_completed":
      return { round_id: event.round.round_id, matches: event.round.matches.map(({ match_id }) => match_id) };
    case "match_started":
      return { match_id: event.match.match_id, round_id: event.match.round_id, referee_id: event.referee_id };
    case "result_recorded":
      return event.result;
    case "league_completed":
      return event.end;
  }
}
