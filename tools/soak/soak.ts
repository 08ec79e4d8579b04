/** Leagues one after the other, until enough matches have been played: in memory on simulated time, or over HTTP. */
import { playOverHttp, strategies } from "@league-v2/agents";
import { createPlayer, type LeagueEnd, systemClock } from "@league-v2/sdk";
import { playLeague } from "@league-v2/sdk/testing";

export interface SoakPlan {
  readonly matches: number;
  readonly seed: number;
  /** How many players each league has. */
  readonly players: number;
  readonly referees: number;
  /** Called after each league with the total number of played matches. */
  readonly onLeague?: (played: number, end: LeagueEnd) => void;
}

/** @returns the number of played matches: those of the fewest whole leagues that have at least `matches` */
export async function soak({ matches, seed, players, referees, onLeague }: SoakPlan): Promise<number> {
  const choosers = Object.values(strategies).filter(({ guard }) => guard !== false);
  let played = 0;
  for (let league = 0; played < matches; league++) {
    const agents = Array.from({ length: players }, (_, index) => {
      const chooser = choosers[index % choosers.length];
      if (chooser === undefined) throw new RangeError("there is no strategy to play with");
      return createPlayer({ displayName: `Player ${index + 1}`, choose: chooser.choose });
    });
    const end = await playLeague({ players: agents, referees, seed: seed + league });
    assertComplete(end, players);
    played += end.total_matches;
    onLeague?.(played, end);
  }
  return played;
}

/** Checks the table: a lost or doubled match changes its counts. */
function assertComplete({ standings }: LeagueEnd, players: number): void {
  for (const { player_id, played, wins, draws, points } of standings) {
    if (played !== players - 1 || points !== 3 * wins + draws) {
      throw new Error(`${player_id} has ${played} matches and ${points} points`);
    }
  }
}

/** Whole leagues over HTTP on this machine, with more leagues at the same time in each step. */
export interface LoadStep {
  /** Leagues at the same time. */
  readonly leagues: number;
  readonly matchesPerSecond: number;
  /** Cores that this process uses. */
  readonly processor: number;
  /** Processor time for each match, in milliseconds. */
  readonly msPerMatch: number;
}

export interface LoadPlan {
  readonly players: number;
  readonly referees: number;
  /** Leagues at the same time, one step after the other. */
  readonly steps: readonly number[];
}

const msPerSecond = 1000;
const microsecondsPerMs = 1000;

export async function load(
  { players, referees, steps }: LoadPlan,
  onStep: (step: LoadStep) => void = () => {},
): Promise<readonly LoadStep[]> {
  const taken: LoadStep[] = [];
  for (const leagues of steps) {
    const [begun, before] = [systemClock.now(), process.cpuUsage()];
    const plans = Array.from({ length: leagues }, (_, index) => ({
      league_id: `league_under_load_${index}`,
      players,
      referees,
      strategies: [{ name: "random", ...strategies.random }],
      seed: index + 1,
    }));
    const reports = await Promise.all(plans.map((plan) => playOverHttp(plan)));
    const { user, system } = process.cpuUsage(before);
    const [ms, busy] = [systemClock.now() - begun, (user + system) / microsecondsPerMs];
    const matches = reports.reduce((sum, report) => sum + report.total_matches, 0);
    const step = {
      leagues,
      matchesPerSecond: (matches * msPerSecond) / ms,
      processor: busy / ms,
      msPerMatch: busy / matches,
    };
    taken.push(step);
    onStep(step);
  }
  return taken;
}
