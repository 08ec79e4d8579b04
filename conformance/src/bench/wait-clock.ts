/** Measures how long a check waits for its turn to start an instance: that time is the suite's, not the agent's. */
import type { Clock } from "../doors.js";

export class WaitClock {
  private readonly clock: Clock;
  private total = 0;
  private waiters = 0;
  private since = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Waiting that overlaps counts once. In milliseconds. */
  get waited_ms(): number {
    return this.total + (this.waiters === 0 ? 0 : this.clock.now() - this.since);
  }

  async during<T>(turn: Promise<T>): Promise<T> {
    if (this.waiters === 0) this.since = this.clock.now();
    this.waiters += 1;
    try {
      return await turn;
    } finally {
      this.waiters -= 1;
      if (this.waiters === 0) this.total += this.clock.now() - this.since;
    }
  }
}
