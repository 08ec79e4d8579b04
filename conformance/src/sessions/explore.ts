/**
 * Runs generated sequences of steps against an agent and, when one fails, shrinks it to the shortest that still fails.
 * The model's state determines whether a step may be taken and its expected outcome. The same seed gives the same steps
 * in the same order.
 */

import { strongest } from "../clauses.js";
import type { Random } from "../sdk.js";
import { blaming, CheckFailure } from "../verdict.js";

export interface Step<S> {
  name: string;
  /**
   * The clauses that the step tests, for failures that name none; default those of the check. A violation of clauses that are
   * no MUST is reported if the session finds nothing worse, and the sequence continues.
   */
  clauses?: readonly string[];
  /** How often it is chosen, compared with the others. Default 1. */
  weight?: number;
  /** Whether it makes sense in this state; an illegal message may make sense. */
  applies(state: S): boolean;
  /** Takes the step, judges the reaction (@throws CheckFailure), and updates the state. `pick` chooses an element at random. */
  take(state: S, pick: <T>(from: readonly T[]) => T): Promise<void>;
}

export interface Session<S> {
  /**
   * Creates the initial state: new matches, no player invited.
   * @param afresh a sequence has failed and is repeated: the agent must not have stored data of it, if that is possible
   */
  begin(afresh: boolean): Promise<S> | S;
  steps: readonly Step<S>[];
  /** Steps in a sequence. */
  length: number;
  /** Sequences to try. */
  runs: number;
  random: Random;
}

/** One place of a sequence: its step, and the seed of its random choices. Neither changes when other places are removed. */
interface Place {
  step: number;
  chance: number;
}

/** @throws CheckFailure with the shortest failing sequence */
export async function explore<S>(session: Session<S>): Promise<{ taken: number }> {
  let taken = 0;
  let lapse: Failing | undefined;
  for (let i = 0; i < session.runs; i += 1) {
    const places = Array.from({ length: session.length }, () => place(session));
    const { failure, ...outcome } = await perform(session, places, false);
    taken += outcome.names.length;
    lapse ??= outcome.lapse;
    if (failure === undefined) continue;
    const shortest = await shrink(session, outcome.done);
    throw shortest === undefined ? reported({ ...outcome, failure }, BY_CHANCE) : reported(shortest);
  }
  if (lapse !== undefined) throw reported(lapse);
  return { taken };
}

interface Outcome {
  /** The places whose steps were taken, the failing one last. */
  done: Place[];
  names: string[];
  failure: CheckFailure | undefined;
  /** The first step that broke only SHOULD clauses. */
  lapse?: Failing | undefined;
}

interface Failing extends Outcome {
  failure: CheckFailure;
}

const BY_CHANCE =
  "The same messages were answered rightly when they were sent again: the agent answers by chance, or by time.";

function reported({ names, failure }: Failing, hint = failure.finding.hint): CheckFailure {
  const diagnosis = `${failure.message}, after: ${names.join(" → ")}`;
  return new CheckFailure({ ...failure.finding, diagnosis, ...(hint === undefined ? {} : { hint }) });
}

async function perform<S>(
  { begin, steps }: Session<S>,
  places: readonly Place[],
  afresh: boolean,
): Promise<Outcome> {
  const state = await begin(afresh);
  const done: Place[] = [];
  const names: string[] = [];
  let lapse: Failing | undefined;
  for (const one of places) {
    const step = steps[one.step];
    if (step === undefined || !step.applies(state)) continue;
    done.push(one);
    names.push(step.name);
    try {
      await step.take(state, (from) => from[one.chance % from.length] as (typeof from)[number]);
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      const clauses = error.finding.clauses ?? step.clauses;
      const failure = clauses === undefined ? error : blaming(error, clauses);
      if (clauses === undefined || strongest(clauses) === "must") return { done, names, failure, lapse };
      lapse ??= { done: [...done], names: [...names], failure };
    }
  }
  return { done, names, failure: undefined, lapse };
}

/** How often a failing sequence may be repeated to shorten it. */
const SHRINK_TRIES = 24;

/** Removes halves, then quarters, down to single steps, while the rest still fails. Undefined when the failure does not recur. */
async function shrink<S>(session: Session<S>, failing: readonly Place[]): Promise<Failing | undefined> {
  let best = await failingAgain(session, failing);
  let tries = 0;
  for (
    let size = Math.ceil(failing.length / 2);
    best !== undefined && size >= 1;
    size = Math.floor(size / 2)
  ) {
    for (let at = 0; at < best.done.length && tries < SHRINK_TRIES; tries += 1) {
      const shorter: Place[] = best.done.toSpliced(at, size);
      const outcome: Failing | undefined = await failingAgain(session, shorter);
      if (outcome === undefined) at += size;
      else best = outcome;
    }
  }
  return best;
}

/** Runs the sequence twice: it must not fail only because of the sequence before it. */
async function failingAgain<S>(session: Session<S>, places: readonly Place[]): Promise<Failing | undefined> {
  const once = await perform(session, places, true);
  if (once.failure === undefined) return undefined;
  const { failure, ...twice } = await perform(session, places, true);
  return failure === undefined ? undefined : { ...twice, failure };
}

function place<S>({ steps, random }: Session<S>): Place {
  const total = steps.reduce((sum, { weight = 1 }) => sum + weight, 0);
  let left = random.below(total);
  const step = steps.findIndex(({ weight = 1 }) => {
    left -= weight;
    return left < 0;
  });
  return { step, chance: random.below(2 ** 31) };
}
