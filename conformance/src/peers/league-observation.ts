/** All that a manager under test sent in one league, in order of arrival. */
import type { RegisteredPeer } from "./actors/registered-peer.js";
import type { Assignment } from "./assignment.js";
import type { Received } from "./exchange/received.js";

/** One message of the manager to one of the suite's agents. */
export interface Sent extends Omit<Received, "answer"> {
  to: RegisteredPeer;
  /** The record of the receiver, which has its answer as soon as that is known. */
  received: Received;
}

/** What is recorded of a league. */
export interface LeagueTrace {
  readonly players: readonly RegisteredPeer[];
  readonly referees: readonly RegisteredPeer[];
  /** Every match that was assigned to a referee, in order, repetitions included. */
  readonly assignments: readonly Assignment[];
  /** How the league began. */
  readonly begun: "by itself" | "by start_league" | "by another call" | "late" | "never";
  /** Why the suite stopped: the league was over, no more messages came, or the time limit was reached. */
  readonly ending: "open" | "over" | "stalled" | "too long";
  /** Whether every player received LEAGUE_COMPLETED. */
  readonly completed: boolean;
}

export type LeagueObservation = ReturnType<typeof observedLeague>;

/** The trace of a league, and its messages by type and receiver. */
export function observedLeague(trace: LeagueTrace) {
  let sorted: readonly Sent[] | undefined;
  /** Computed at the first access. */
  const everything = (): readonly Sent[] => {
    sorted ??= [...trace.players, ...trace.referees]
      .flatMap((to) => to.received.map((received): Sent => ({ ...received, received, to })))
      .toSorted((a, b) => a.at_ms - b.at_ms);
    return sorted;
  };
  /** Everything, or only messages of this type, to all agents or only to this one. */
  const sent = (type?: string, to?: RegisteredPeer) =>
    everything().filter(
      (one) => (to === undefined || one.to === to) && (type === undefined || one.type === type),
    );
  return {
    ...trace,
    sent,
    get announcements() {
      return sent("ROUND_ANNOUNCEMENT");
    },
    get standings() {
      return sent("LEAGUE_STANDINGS_UPDATE");
    },
    get roundsCompleted() {
      return sent("ROUND_COMPLETED");
    },
    get leagueCompleted() {
      return sent("LEAGUE_COMPLETED");
    },
    /** The ids of all matches that were assigned, each once. */
    get matchIds() {
      return [...new Set(trace.assignments.map(({ matchId }) => matchId))];
    },
  };
}
