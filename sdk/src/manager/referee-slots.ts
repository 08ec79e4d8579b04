/** A semaphore for each referee, so that waiting matches are assigned in order. */
import { Semaphore } from "../agent/core/capacity.js";
import type { Member } from "./store.js";

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
