/** Kills a process at random moments that follow from a seed. */
import { type Random, systemClock } from "@league-v2/sdk";

/** The longest delay of a kill after its moment: a manager does most of its work between two messages. */
const longestDelayMs = 25;

export class KillSchedule {
  readonly #kill: () => void;
  readonly #delays: ReadonlyMap<number, number>;
  #kills = 0;

  /**
   * @param moments the approximate number of moments in a league
   * @param kills the number of kills
   */
  constructor(random: Random, moments: number, kills: number, kill: () => void) {
    this.#kill = kill;
    this.#delays = new Map(
      Array.from({ length: kills }, () => [1 + random.below(moments), random.below(longestDelayMs)]),
    );
  }

  get kills(): number {
    return this.#kills;
  }

  /** @param moment counted from 1 */
  at(moment: number): void {
    const delay = this.#delays.get(moment);
    if (delay === undefined) return;
    this.#kills += 1;
    systemClock.after(delay, this.#kill);
  }
}
