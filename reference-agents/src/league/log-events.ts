/** What is logged of a league, and by which agent. */
import type {
  Agent,
  LeagueEvent,
  Log,
  LogEntry,
  MatchRecord,
  PlayedMatch,
  RunningAgent,
} from "@league-v2/sdk";
import { describe, plural } from "./describe.js";
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

export function playedEntry(match: PlayedMatch): LogEntry {
  const { match_id, end, opponent_id, points } = match;
  const words = `${end.replace("_", " ")} against ${opponent_id ?? "no opponent"}, ${plural(points, "point")}`;
  return { level: "info", message: `${match_id}: ${words}`, match_id, data: match };
}

/** A finished match on the screen of its referee; the referee itself logs it. */
export function refereedLine({ match_id, outcome, reported }: MatchRecord): string {
  return `${match_id}: ${outcome.reason}${reported ? "" : " The result could not be reported."}`;
}

/** An agent whose id can be read while it runs: for logs and files that are named after it. */
export interface Identified<Running extends RunningAgent> {
  readonly agent: Agent<Running>;
  /** Null until the agent is registered. */
  readonly id: () => string | null;
}

/** The same agent, to be connected once. */
export function identified<Running extends RunningAgent>(agent: Agent<Running>): Identified<Running> {
  let running: Running | undefined;
  return {
    agent: {
      role: agent.role,
      connect(agentContext) {
        running = agent.connect(agentContext);
        return running;
      },
    },
    id: () => running?.health().id ?? null,
  };
}
