/** The events of a league as text: lines for people, and entries of logs. */
import type { LeagueEvent, Log, LogEntry, MatchRecord, PlayedMatch } from "@league-v2/sdk";
import type { RecordedResult } from "@league-v2/sdk/store";
import type { LeagueListener } from "./follow.js";
import type { LeagueProjection } from "./league-projection.js";

/** @param projection the state after the event */
export function describe(event: LeagueEvent, projection: LeagueProjection): string {
  switch (event.type) {
    case "member_registered": {
      const { role, id, display_name, endpoint } = event.member;
      return `${role} ${id} registered: "${display_name}" at ${endpoint}`;
    }
    case "league_started": {
      const { rounds, members } = event;
      const players = members.filter(({ role }) => role === "player").length;
      const parts = [
        plural(players, "player"),
        plural(members.length - players, "referee"),
        plural(rounds.length, "round"),
        plural(projection.matchesScheduled, "match", "matches"),
      ];
      return `league ${projection.league_id} starts: ${parts.join(", ")}`;
    }
    case "league_resumed": {
      const { matchesFinished, matchesScheduled, league_id } = projection;
      return `league ${league_id} goes on: ${matchesFinished} of ${plural(matchesScheduled, "match", "matches")} played`;
    }
    case "round_announced":
      return `round ${event.round.round_id} of ${projection.rounds.length} is announced: ${plural(event.round.matches.length, "match", "matches")}`;
    case "match_started": {
      const { match_id, player_A_id, player_B_id } = event.match;
      return `${match_id}: ${player_A_id} against ${player_B_id}, referee ${event.referee_id}`;
    }
    case "result_recorded":
      return `${event.result.match_id}: ${describeResult(event.result)}`;
    case "round_completed": {
      const leader = event.standings[0];
      const lead = leader ? `; ${leader.player_id} leads with ${plural(leader.points, "point")}` : "";
      return `round ${event.round.round_id} of ${projection.rounds.length} is completed${lead}`;
    }
    case "league_completed": {
      if (!projection.wasPlayed) {
        const referees = projection.members.filter(({ role }) => role === "referee").map(({ id }) => id);
        return `no match was played: no result came from ${referees.join(", ")}`;
      }
      const { display_name, player_id, points } = event.end.champion;
      return `the champion is ${display_name} (${player_id}) with ${plural(points, "point")}`;
    }
  }
}

function describeResult({ status, winner, score, drawn_number, choices }: RecordedResult): string {
  const players = Object.keys(score);
  const loser = players.find((id) => id !== winner);
  const choice = (id: string) => `${id} ${choices[id] ?? "none"}`;
  const drawn = drawn_number === null ? "nothing drawn" : `drawn ${drawn_number}`;
  const facts = `(${players.map(choice).join(", ")}; ${drawn})`;
  if (winner === null) return `${players.join(" and ")} ${status === "DRAW" ? "draw" : "both lose"} ${facts}`;
  return `${winner} beats ${loser}${status === "TECHNICAL_LOSS" ? " by technical loss" : ""} ${facts}`;
}

export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function printable(text: string): string {
  return text.replace(/\p{C}/gu, "?");
}

/** In a league with more matches than this, only rounds get a line. */
const maxMatchesShown = 100;

/** @param silentOn events that get no line */
export function lineProgress(
  write: (line: string) => void,
  silentOn: readonly LeagueEvent["type"][] = ["match_started"],
): LeagueListener {
  return (event, projection) => {
    const many = projection.matchesScheduled > maxMatchesShown;
    if (silentOn.includes(event.type)) return;
    if (many && (event.type === "result_recorded" || event.type === "round_announced")) return;
    write(printable(describe(event, projection)));
  };
}

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
