/** Leagues of three players and one referee, in which a player misses messages and the referee refuses a match. */
import type { Done, ManagerBench } from "../../bench/manager-bench.js";
import { deadlineOf, protocol } from "../../contract.js";
import type { Recorder } from "../../peers/env.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import type { PlayerSeatOptions, RefereeSeatOptions } from "../../peers/league-options.js";
import type { Reaction, Received } from "../../peers/post.js";
import type { Seat } from "../../peers/seat.js";
import { exhaustedAfter } from "../../time/mandates.js";
import { BEGINNING_MS } from "./_times.js";

export const MISSES = protocol.league.suspensionAfterMisses;
export const ROUNDS = 3;
export const WAITED_FOR = ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"];
/** When it answers again it takes this long, for a manager that waits for it again to show. In milliseconds. */
export const LATER_MS = 1_500;

/** Three messages that are waited for, and one more to see that it is not, by a manager that speaks to one after the other. */
const SLEEPER_MS = (MISSES + 3) * deadlineOf("ROUND_ANNOUNCEMENT");
const REFUSAL_MS = exhaustedAfter("RUN_MATCH");

/** The league with both, and then the one with one of them. In milliseconds. */
export const LEAGUES_OF_THREE_MS = 2 * (BEGINNING_MS + Math.max(SLEEPER_MS, REFUSAL_MS));

export interface LeagueOfThree {
  seen: LeagueObservation;
  /** The player that misses messages. */
  sleeper: Seat | undefined;
  /** The match that the referee refused. */
  refused: unknown;
  /** Whether all players that answer were told the end of the league. */
  isOver: boolean;
}

interface Options {
  sleeper?: boolean;
  refusal?: boolean;
}

export function threeWith(bench: ManagerBench, what: Options): Promise<Done<LeagueOfThree>> {
  if (!bench.canStart) bench.notExercised("this needs a league of its own; use --command");
  const purpose = [
    what.sleeper === true ? "a player that misses messages" : "",
    what.refusal === true ? "an only referee that refuses a match" : "",
  ]
    .filter((text) => text !== "")
    .join(" and ");
  return bench.once(`a league with ${purpose}`, (recorder) => play(bench, what, purpose, recorder));
}

async function play(
  bench: ManagerBench,
  { sleeper = false, refusal = false }: Options,
  purpose: string,
  recorder: Recorder,
): Promise<LeagueOfThree> {
  const refused = { match: undefined as unknown };
  const referee = refusal ? [refusesTheFirst(refused)] : [];
  const seats = { playerSeats: sleeper ? [sleepsUntilTheLastRound()] : [], refereeSeats: referee };
  const { league, stop } = await bench.open({ players: 3, referees: 1, ...seats, purpose }, recorder);
  try {
    const [first, ...others] = league.players;
    const isOver = () =>
      (sleeper ? others : league.players).every((seat) => seat.told("LEAGUE_COMPLETED").length > 0);
    const withinMs = sleeper ? SLEEPER_MS : REFUSAL_MS;
    const seen = await league.play({ enough: isOver, withinMs });
    return { seen, sleeper: sleeper ? first : undefined, refused: refused.match, isOver: isOver() };
  } finally {
    await stop();
  }
}

function refusesTheFirst(refused: { match: unknown }): RefereeSeatOptions {
  return {
    maxConcurrentMatches: 1,
    react: ({ type, message }) => {
      if (type !== "RUN_MATCH") return undefined;
      refused.match ??= message.match_id;
      if (message.match_id !== refused.match) return undefined;
      return { error: { code: -32_603, message: "Internal error" } };
    },
  };
}

/** Silent for two rounds; in the last one it answers at once, but takes its time for the standings. */
function sleepsUntilTheLastRound(): PlayerSeatOptions {
  const rounds = new Set<unknown>();
  let awake = false;
  const react = (received: Received, seat: Seat): Reaction | undefined => {
    const { type, message } = received;
    if (type === "ROUND_ANNOUNCEMENT") rounds.add(message.round_id);
    awake ||= type === "LEAGUE_COMPLETED" || rounds.size === ROUNDS;
    if (!awake) return { http: { kind: "never" } };
    if (type !== "LEAGUE_STANDINGS_UPDATE") return undefined;
    return { ...seat.acknowledge(received), afterMs: LATER_MS } as Reaction;
  };
  return { react };
}
