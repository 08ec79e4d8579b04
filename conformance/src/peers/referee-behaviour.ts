/** The behaviour of a scripted referee in each match from a manager under test. */
import type { Clock, Random } from "../sdk.js";
import { pause, within } from "../time/pause.js";
import type { RegisteredPeer } from "./actors/registered-peer.js";
import type { Assignment, Outcome } from "./assignment.js";
import type { PeerContext } from "./exchange/peer-context.js";

/** The scripted agents of a league, and the matches that its manager has assigned to them. */
export interface LeagueAgents {
  readonly players: readonly RegisteredPeer[];
  readonly referees: readonly RegisteredPeer[];
  /** In order, repetitions included. */
  readonly assignments: readonly Assignment[];
  readonly peerContext: PeerContext;
}

interface RefereeTools {
  clock: Clock;
  random: Random;
  /** The league that the match belongs to. */
  league: LeagueAgents;
}

/** Called once for each assignment, after it was acknowledged. */
export type RefereeScript = (assignment: Assignment, tools: RefereeTools) => Promise<void>;

/** Reports a random result at once. */
export function reports(): RefereeScript {
  return async (assignment, { random }) => {
    await assignment.report(random.below(2) === 0 ? "B" : "A");
  };
}

/** Reports the outcome that `decide` returns. */
export function reportsOutcomes(
  decide: (league: LeagueAgents, assignment: Assignment) => Outcome,
): RefereeScript {
  return async (assignment, { league }) => {
    await assignment.report(decide(league, assignment));
  };
}

/** Runs the script after this delay. */
export function slowly(ms: number, script: RefereeScript): RefereeScript {
  return async (assignment, tools) => {
    await pause(tools.clock, ms);
    await script(assignment, tools);
  };
}

/** The maximum time for which reports wait for the other matches of the round. */
const HELD_BACK_MS = 500;

/** Holds the reports of a round back until all its matches are assigned, and sends them at the same moment. */
export function together(): RefereeScript {
  const held = new Map<unknown, (() => void)[]>();
  return async (assignment, { clock, league }) => {
    const { roundId } = assignment;
    const round = held.get(roundId) ?? [];
    held.set(roundId, round);
    const released = new Promise<void>((resolve) => round.push(resolve));
    if (round.length >= matchesInARound(league)) for (const release of round) release();
    await within(clock, HELD_BACK_MS, released, () => undefined);
    await assignment.report("A");
  };
}

function matchesInARound({ players }: LeagueAgents): number {
  return Math.floor(players.filter(({ accepted }) => accepted).length / 2);
}

/** Whether every other match of its round is reported. */
export function isLastOfRound({ roundId }: Assignment, league: LeagueAgents): boolean {
  const reported = league.assignments.filter(
    (one) => one.roundId === roundId && one.trueResult !== undefined,
  );
  return reported.length + 1 >= matchesInARound(league);
}

/** Runs scripts of all referees one after the other, in the order of the assignments. */
export function oneAtATime(): (script: RefereeScript) => RefereeScript {
  let queue: Promise<unknown> = Promise.resolve();
  return (script) => (assignment, tools) => {
    const turn = queue.then(() => script(assignment, tools));
    queue = turn.catch(() => undefined);
    return turn;
  };
}
