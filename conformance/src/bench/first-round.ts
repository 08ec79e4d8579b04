import type { RunContext } from "./context.js";

/** For each instance. */
const ROUNDS = 1_000;

/** No two instances of a run get a match of the same id, and an agent that runs already none that it knows from an earlier run. */
export function firstRound(context: RunContext): number {
  return earlierRounds(context) + (context.instances.count - 1) * ROUNDS;
}

/** Agents remember matches: what an agent was asked in an earlier run it would refuse or not play again. */
export function earlierRounds({ subject, stage }: RunContext): number {
  return subject.canStart ? 0 : (Math.floor(stage.clock.now() / 1_000) % 1_000_000) * ROUNDS;
}
