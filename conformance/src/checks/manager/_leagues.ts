/**
 * Leagues that are played once in a run, by agents that behave well, and looked at by many checks. A manager at --url
 * plays only one league, so there all of these are the same one (see `_only.ts`).
 */
import type { Done, ManagerBench } from "../../bench/manager-bench.js";
import type { LeagueOptions } from "../../bench/open-league.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import type { ManagedLeague } from "../../peers/managed-league.js";
import { reportsOutcomes, slowly } from "../../peers/referee-behaviour.js";
import { NotExercised } from "../../verdict.js";
import { type Contested, type ContestName, contesting, REPETITIONS } from "./_contests.js";
import { FALSEHOODS } from "./_falsehoods.js";
import { onlyLeague, type Played, USUAL } from "./_only.js";
import { MAIN, nameOf, outcomeIn } from "./_outcomes.js";
import { Asking, type Questions } from "./_questions.js";

/** Of players, to of referees. */
const LEAGUES: ReadonlyMap<number, number> = new Map([
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 2],
  [6, 4],
  [7, 3],
]);

/** The sizes of leagues that the contract speaks of. */
export const SIZES = [...LEAGUES.keys()];

const SMALLEST = 2;

/** How much longer one of the referees of the main league takes for its matches. In milliseconds. */
const SLOWER_MS = 400;

/** The league that is looked at where the number of players does not matter. */
export async function plainLeague(bench: ManagerBench): Promise<Done<Played>> {
  if (!bench.canStart) return onlyLeague(bench);
  const main = await leagueOf(bench, MAIN).catch(unlessNotExercised);
  // There are managers that wait for four players and two referees whatever they are told.
  return main === undefined || main.value.seen.begun === "never" ? leagueOf(bench, USUAL.players) : main;
}

/** A league of so many players. */
export function leagueOf(bench: ManagerBench, players: number): Promise<Done<Played>> {
  if (!bench.canStart) return onlyLeague(bench);
  const referees = LEAGUES.get(players) ?? 1;
  return bench.once(`a league of ${players} players and ${referees} referees`, async (recorder) => {
    const { league, stop } = await bench.open({ players, referees, ...seats(players, referees) }, recorder);
    try {
      return { seen: await league.play(), contests: new Map() };
    } finally {
      await stop();
    }
  });
}

/** What depends on the numbers that the manager was told can only be seen of one that takes notice of them. */
export async function mustHeedNumbers(bench: ManagerBench): Promise<void> {
  const { value } = await leagueOf(bench, SMALLEST);
  if (value.seen.begun !== "by itself")
    bench.notExercised(
      "the league manager does not begin when as many have registered as it was told to wait for",
    );
}

/** Leagues of two to seven players, as far as they begin, or the one that the manager at --url plays. */
export async function leaguesOfAllSizes(bench: ManagerBench): Promise<Done<Played>[]> {
  const main = await plainLeague(bench);
  if (!bench.canStart) return [main];
  const all = await Promise.all(SIZES.map((players) => leagueOf(bench, players).catch(unlessNotExercised)));
  const begun = all.filter((league) => league !== undefined && league.value.seen.begun !== "never");
  return begun.length === 0 ? [main] : (begun as Done<Played>[]);
}

/** What a manager does with bad agents proves nothing if it cannot bring a league of good ones to its end. */
export async function mustEndWell(bench: ManagerBench, players = SMALLEST): Promise<void> {
  if (!bench.canStart) return;
  const { value } = await leagueOf(bench, players);
  if (!value.seen.completed)
    bench.notExercised("a league of agents that behave well does not come to its end either");
}

/** A league of four in whose first match this happens; it is not played beyond the first round. */
export async function contested(
  bench: ManagerBench,
  name: ContestName,
): Promise<Done<{ contest: Contested; seen: LeagueObservation }>> {
  if (!bench.canStart) {
    const only = await onlyLeague(bench);
    const contest = only.value.contests.get(name);
    if (contest === undefined)
      return bench.notExercised(
        `the league of the manager at --url has no room for ${name} in a report; use --command`,
      );
    return { ...only, value: { contest, seen: only.value.seen } };
  }
  return bench.once(`a league with ${name} in a report`, async (recorder) => {
    const contests = new Map<ContestName, Contested>();
    const script = contesting(alone(name), contests);
    const { league, stop } = await bench.open(
      { players: 4, referees: 2, refereeSeats: [{ script }, { script }] },
      recorder,
    );
    try {
      const seen = await league.play({ enough: () => isRoundOver(league) });
      const contest = contests.get(name);
      if (contest === undefined)
        return bench.notExercised("the league manager did not give the suite's referees a match");
      if (league.referees.some(({ token }) => token === undefined))
        bench.notExercised("the referees got no token to report with");
      return { contest, seen };
    } finally {
      await stop();
    }
  });
}

/** A league of four in which these questions are asked. */
export async function questioned(
  bench: ManagerBench,
): Promise<Done<{ questions: Questions; seen: LeagueObservation }>> {
  if (!bench.canStart) {
    const only = await onlyLeague(bench);
    const { questions, seen } = only.value;
    if (questions === undefined)
      return bench.notExercised("the manager at --url did not play a league in which it could be asked");
    return { ...only, value: { questions, seen } };
  }
  return bench.once("a league with questions", async (recorder) => {
    const asked = new Asking();
    const script = asked.before(reportsOutcomes(outcomeIn));
    const playerSeats = Array.from({ length: 4 }, () => ({ react: asked.react }));
    const { league, stop } = await bench.open(
      { players: 4, referees: 2, playerSeats, refereeSeats: [{ script }, { script }] },
      recorder,
    );
    try {
      const seen = await league.play();
      const questions = await asked.answers();
      if (questions === undefined)
        return bench.notExercised("the league manager did not give the suite's referees a match");
      if (questions.asking.token === undefined) bench.notExercised("the players got no token to ask with");
      return { questions, seen };
    } finally {
      await stop();
    }
  });
}

function seats(players: number, referees: number): Pick<LeagueOptions, "playerSeats" | "refereeSeats"> {
  const script = reportsOutcomes(outcomeIn);
  const last = players === MAIN ? slowly(SLOWER_MS, script) : script;
  return {
    playerSeats: Array.from({ length: players }, (_, seat) => ({ displayName: nameOf(seat) })),
    refereeSeats: Array.from({ length: referees }, (_, seat) => ({
      script: seat === referees - 1 ? last : script,
    })),
  };
}

function alone(name: ContestName) {
  return {
    falsehoods: FALSEHOODS.filter((one) => one === name),
    repetitions: REPETITIONS.filter((one) => one === name),
    atOnce: 1,
  };
}

function isRoundOver({ players, assignments }: ManagedLeague): boolean {
  const first = assignments[0]?.roundId;
  return players.every((seat) =>
    seat.told("LEAGUE_STANDINGS_UPDATE").some(({ message }) => message.round_id === first),
  );
}

function unlessNotExercised(error: unknown): undefined {
  if (!(error instanceof NotExercised)) throw error;
}
