/** Whole leagues over HTTP on this machine, with more leagues at the same time in each step. */
import { playOverHttp, strategies } from "@league-v2/agents";
import { systemClock } from "@league-v2/sdk";

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
