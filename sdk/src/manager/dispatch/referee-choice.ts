/** Chooses the referee for the next attempt of a match. */

import { Semaphore } from "../../agent/core/capacity.js";
import type { Pairing } from "../store/schedule.js";
import type { Member } from "../store/store.js";
import type { LivenessTracker } from "./liveness-tracker.js";

/** The outcome of assigning a match to a referee; a silent one gets no second order for the same match. */
export type Try = "played" | "silent" | "failed";

/** By referee id; a played match has no further attempts. */
export type Tries = Map<string, Exclude<Try, "played">>;

/** The announced referee if it answers, else the least busy other one, else one that has failed with this match. */
export function choose(
  match: Pairing,
  referees: readonly Member[],
  tries: Readonly<Tries>,
  liveness: LivenessTracker,
  slots: RefereeSlots,
): Member | undefined {
  const isAvailable = ({ id }: Member) => !tries.has(id) && !liveness.isSuspended(id);
  const announced = referees.find((referee) => referee.id === match.referee_id);
  if (announced !== undefined && isAvailable(announced)) return announced;
  const untried = referees.filter((referee) => !tries.has(referee.id));
  const available = untried.filter(isAvailable);
  const [leastBusy] = available.sort((a, b) => slots.of(a).load - slots.of(b).load);
  return leastBusy ?? untried[0] ?? referees.find((referee) => tries.get(referee.id) === "failed");
}

/** The number of matches that a referee plays at once, at least one. */
export function placesOf(referee: Member): number {
  return Math.max(1, referee.max_concurrent_matches);
}

export class RefereeSlots {
  readonly #slots = new Map<string, Semaphore>();

  of(referee: Member): Semaphore {
    const known = this.#slots.get(referee.id);
    if (known) return known;
    const slots = new Semaphore(placesOf(referee));
    this.#slots.set(referee.id, slots);
    return slots;
  }
}
