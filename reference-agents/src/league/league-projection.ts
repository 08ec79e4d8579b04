/** The state of one league, built from its events, and the report of a finished one. Files, progress and reports are made from it. */
import type { LeagueEnd, LeagueEvent } from "@league-v2/sdk";
import {
  countMatch,
  emptyTally,
  type LeagueState,
  type Member,
  type Rank,
  type RecordedResult,
  type Round,
  rank,
  type Tally,
} from "@league-v2/sdk/store";

export type MatchStatus = "SCHEDULED" | "RUNNING" | "FINISHED";
export type RoundStatus = "SCHEDULED" | "RUNNING" | "COMPLETED";

export class LeagueProjection {
  readonly league_id: string;
  #state: LeagueState = "WAITING_FOR_REGISTRATIONS";
  #rounds: readonly Round[] = [];
  #scheduled = 0;
  #end: LeagueEnd | null = null;
  readonly #members = new Map<string, Member>();
  readonly #tallies = new Map<string, Tally>();
  readonly #running = new Set<string>();
  readonly #results = new Map<string, RecordedResult>();
  readonly #announced = new Set<number>();
  readonly #completed = new Set<number>();

  constructor(league_id: string) {
    this.league_id = league_id;
  }

  take(event: LeagueEvent): void {
    switch (event.type) {
      case "member_registered":
        this.#admit(event.member);
        return;
      case "league_started":
        this.#state = "RUNNING_LEAGUE";
        this.#plan(event.rounds, event.members);
        return;
      case "league_resumed":
        this.#state = "RUNNING_LEAGUE";
        this.#plan(event.rounds, event.members);
        for (const { round_id } of event.rounds) {
          if (round_id <= (event.completed_round ?? 0)) this.#completed.add(round_id);
        }
        return;
      case "round_announced":
        this.#announced.add(event.round.round_id);
        return;
      case "match_started":
        this.#running.add(event.match.match_id);
        return;
      case "result_recorded":
        this.#count(event.result);
        return;
      case "round_completed":
        this.#completed.add(event.round.round_id);
        return;
      case "league_completed":
        this.#state = "LEAGUE_COMPLETE";
        this.#end = event.end;
    }
  }

  get state(): LeagueState {
    return this.#state;
  }

  /** In order of registration. */
  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  member(id: string): Member | undefined {
    return this.#members.get(id);
  }

  get rounds(): readonly Round[] {
    return this.#rounds;
  }

  get standings(): readonly Rank[] {
    return this.#end?.standings ?? rank([...this.#tallies.values()]);
  }

  get roundsCompleted(): number {
    return this.#completed.size;
  }

  get matchesFinished(): number {
    return this.#results.size;
  }

  /** False for a league whose results are all the manager's own, for matches that no referee has reported. */
  get wasPlayed(): boolean {
    return [...this.#results.values()].some(({ referee_id }) => referee_id !== null);
  }

  get matchesScheduled(): number {
    return this.#scheduled;
  }

  /** Null until the league is complete. */
  get end(): LeagueEnd | null {
    return this.#end;
  }

  result(match_id: string): RecordedResult | undefined {
    return this.#results.get(match_id);
  }

  matchStatus(match_id: string): MatchStatus {
    if (this.#results.has(match_id)) return "FINISHED";
    return this.#running.has(match_id) ? "RUNNING" : "SCHEDULED";
  }

  roundStatus(round_id: number): RoundStatus {
    if (this.#completed.has(round_id)) return "COMPLETED";
    return this.#announced.has(round_id) ? "RUNNING" : "SCHEDULED";
  }

  #plan(rounds: readonly Round[], members: readonly Member[]): void {
    this.#rounds = rounds;
    this.#scheduled = rounds.reduce((sum, round) => sum + round.matches.length, 0);
    for (const member of members) this.#admit(member);
  }

  #admit(member: Member): void {
    if (this.#members.has(member.id)) return;
    this.#members.set(member.id, member);
    if (member.role === "player") this.#tallies.set(member.id, emptyTally(member.id, member.display_name));
  }

  #count(result: RecordedResult): void {
    this.#results.set(result.match_id, result);
    const points = new Map(Object.entries(result.score));
    for (const id of points.keys()) {
      const tally = this.#tallies.get(id);
      if (tally) this.#tallies.set(id, countMatch(tally, { winner: result.winner, points }));
    }
  }
}

export interface MatchReport {
  readonly match_id: string;
  /** PLAYER_A, then PLAYER_B. */
  readonly players: readonly [string, string];
  /** Null for a match that no referee could play. */
  readonly referee_id: string | null;
  readonly status: RecordedResult["status"];
  readonly winner: string | null;
  readonly drawn_number: number | null;
  readonly choices: Readonly<Record<string, string | null>>;
}

export interface RoundReport {
  readonly round_id: number;
  readonly matches: readonly MatchReport[];
}

export interface LeagueReport {
  readonly league_id: string;
  /** Null for a league that cannot be replayed. */
  readonly seed: number | null;
  readonly total_rounds: number;
  readonly total_matches: number;
  readonly champion: LeagueEnd["champion"];
  readonly standings: readonly Rank[];
  readonly rounds: readonly RoundReport[];
}

/** @throws Error for a league that is not complete */
export function reportOn(projection: LeagueProjection, seed: number | null): LeagueReport {
  const { end, league_id } = projection;
  if (end === null) throw new Error(`league "${league_id}" is not complete`);
  return {
    league_id,
    seed,
    total_rounds: end.total_rounds,
    total_matches: end.total_matches,
    champion: end.champion,
    standings: end.standings,
    rounds: projection.rounds.map(({ round_id, matches }) => ({
      round_id,
      matches: matches.map((match) => {
        const result = projection.result(match.match_id);
        if (result === undefined) throw new Error(`match "${match.match_id}" has no result`);
        const { match_id, referee_id, status, winner, drawn_number, choices } = result;
        return {
          match_id,
          players: [match.player_A_id, match.player_B_id],
          referee_id,
          status,
          winner,
          drawn_number,
          choices,
        };
      }),
    })),
  };
}
