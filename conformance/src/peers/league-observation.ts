/** All that a manager under test sent in one league, in order of arrival. */
import type { JsonObject } from "../json/scan.js";
import type { Assignment } from "./assignment.js";
import type { Received } from "./recording-endpoint.js";
import type { RegisteredPeer } from "./registered-peer.js";

/** One message of the manager to one of the suite's agents. */
export interface Sent {
  to: RegisteredPeer;
  at_ms: number;
  /** Since the first peer registered. */
  after_ms: number;
  type: string | undefined;
  message: JsonObject;
  received: Received;
  raw: Received["raw"];
}

export interface LeagueParts {
  players: readonly RegisteredPeer[];
  referees: readonly RegisteredPeer[];
  assignments: readonly Assignment[];
  startedAt: number;
  /** How the league began. */
  begun: "by itself" | "by start_league" | "by another call" | "late" | "never";
  /** Why the suite stopped: the league was over, no more messages came, or the time limit was reached. */
  ending: "open" | "over" | "stalled" | "too long";
  /** Whether every player received LEAGUE_COMPLETED. */
  completed: boolean;
}

export class LeagueObservation {
  readonly players: readonly RegisteredPeer[];
  readonly referees: readonly RegisteredPeer[];
  /** Every match that was assigned to a referee, in order, repetitions included. */
  readonly assignments: readonly Assignment[];
  readonly begun: LeagueParts["begun"];
  readonly ending: LeagueParts["ending"];
  readonly completed: boolean;
  private readonly startedAt: number;
  private sorted: readonly Sent[] | undefined;

  constructor(parts: LeagueParts) {
    this.players = parts.players;
    this.referees = parts.referees;
    this.assignments = parts.assignments;
    this.begun = parts.begun;
    this.ending = parts.ending;
    this.completed = parts.completed;
    this.startedAt = parts.startedAt;
  }

  /** Everything, or only messages of this type, to all agents or only to this one. */
  sent(type?: string, to?: RegisteredPeer): Sent[] {
    return this.everything.filter(
      (one) => (to === undefined || one.to === to) && (type === undefined || one.type === type),
    );
  }

  get announcements(): Sent[] {
    return this.sent("ROUND_ANNOUNCEMENT");
  }

  get standings(): Sent[] {
    return this.sent("LEAGUE_STANDINGS_UPDATE");
  }

  get roundsCompleted(): Sent[] {
    return this.sent("ROUND_COMPLETED");
  }

  get leagueCompleted(): Sent[] {
    return this.sent("LEAGUE_COMPLETED");
  }

  /** The ids of all matches that were assigned, each once. */
  get matchIds(): string[] {
    return [...new Set(this.assignments.map(({ matchId }) => matchId))];
  }

  /** Computed at the first access. */
  private get everything(): readonly Sent[] {
    this.sorted ??= [...this.players, ...this.referees]
      .flatMap((peer) => peer.received.map((received) => this.entry(peer, received)))
      .toSorted((a, b) => a.at_ms - b.at_ms);
    return this.sorted;
  }

  private entry(to: RegisteredPeer, received: Received): Sent {
    const { at_ms, type, message } = received;
    return { to, at_ms, after_ms: at_ms - this.startedAt, type, message, received, raw: received.raw };
  }
}
