/** What was seen of a match of a referee under test, or of a league of a manager. */
import type { Identity } from "../oracle/envelope-rules.js";
import type { Transcript } from "../transcript.js";
import type { Unusual } from "../types.js";
import type { RegisteredPeer } from "./actors/registered-peer.js";
import type { ObservedPlayer } from "./actors/scripted-player.js";
import type { Assignment } from "./assignment.js";
import type { Answer } from "./exchange/answer.js";
import type { Received } from "./exchange/received.js";

export type Side = "A" | "B";

/** One message of the referee to one of the two players. */
export interface SentToPlayer extends Omit<Received, "answer"> {
  side: Side;
  /** The id of the player that it was sent to. */
  playerId: string;
  /** The record of the player, which has its answer as soon as that is known. */
  received: Received;
}

/** What is recorded of a match: data, which can be written to a file and read back. */
export interface MatchTrace {
  readonly matchId: string;
  readonly leagueId: string;
  readonly roundId: number;
  readonly playerA: ObservedPlayer;
  readonly playerB: ObservedPlayer;
  /** When the observation ended, on the environment's clock. */
  readonly seenUntil: number;
  /** The answer to RUN_MATCH (or to the announcement that started the match); undefined when there was none. */
  readonly assignment: Answer | undefined;
  /** MATCH_RESULT_REPORTs, repetitions included. */
  readonly reports: readonly Received[];
}

export type MatchObservation = ReturnType<typeof observedMatch>;

/** The trace of a match, and its messages by type and receiver. */
export function observedMatch(trace: MatchTrace) {
  /** All messages to both players, or only those of this type, in order of arrival. */
  const toPlayers = (type?: string): SentToPlayer[] => {
    const of = (side: Side, { id, received }: ObservedPlayer) =>
      received
        .filter((one) => type === undefined || one.type === type)
        .map((one) => ({ ...one, received: one, side, playerId: id }));
    return [...of("A", trace.playerA), ...of("B", trace.playerB)].toSorted((a, b) => a.at_ms - b.at_ms);
  };
  return {
    ...trace,
    toPlayers,
    /** The messages to one of the two. */
    to: (side: Side, type?: string) => toPlayers(type).filter((one) => one.side === side),
    get invitations() {
      return toPlayers("GAME_INVITATION");
    },
    get calls() {
      return toPlayers("CHOOSE_PARITY_CALL");
    },
    get errors() {
      return toPlayers("GAME_ERROR");
    },
    get gameOvers() {
      return toPlayers("GAME_OVER");
    },
    /** The first report's message; undefined when there was none. */
    get report() {
      return trace.reports[0]?.message;
    },
    /** The first GAME_OVER's result; undefined when there was none. */
    get result(): unknown {
      return toPlayers("GAME_OVER")[0]?.message.game_result;
    },
  };
}

// All matches of a referee under test, and all leagues of a manager under test, in the whole run.

/** One match of a referee under test. */
export interface SeenMatch {
  /** The check for which it was played. */
  readonly check: string;
  /** What was unusual while that check ran. */
  readonly unusual: Unusual | undefined;
  /** The referee that played it, as its league manager knows it. */
  readonly referee: Identity;
  /** The record of its messages. */
  readonly transcript: Transcript;
  /** When its referee was killed and restarted: later messages may be repetitions. */
  restarted_ms(): number;
  /** The observation at the time of the call. */
  observe(): MatchObservation;
}

/** One league of a manager under test. */
export interface SeenLeague {
  /** The record of its messages. */
  readonly transcript: Transcript;
  observe(): LeagueObservation;
}

/** In the order in which they began. */
export interface SeenInRun {
  readonly matches: SeenMatch[];
  readonly leagues: SeenLeague[];
  /** The message by which a manager under test starts matches: known after its first start in any league. */
  startsBy: Assignment["by"] | undefined;
}

// All that a manager under test sent in one league, in order of arrival.

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
