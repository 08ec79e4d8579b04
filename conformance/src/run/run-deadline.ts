/** The one promise that ends everything: the budget, or a signal from outside. */

import { budgetUsedUp, INTERRUPTED } from "../cut-short.js";
import type { Environment } from "../environment/environment.js";
import type { Timer } from "../sdk.js";

export class RunEnd {
  /** Resolves with the reason. */
  readonly stop: Promise<string>;
  private readonly environment: Environment;
  private readonly signal: AbortSignal | undefined;
  private readonly onAbort: () => void;
  private timer: Timer | undefined;
  private endsAt = Number.POSITIVE_INFINITY;
  private resolve: (why: string) => void = () => undefined;

  constructor(environment: Environment, signal: AbortSignal | undefined) {
    this.environment = environment;
    this.signal = signal;
    this.stop = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.onAbort = () => this.resolve(typeof signal?.reason === "string" ? signal.reason : INTERRUPTED);
    signal?.addEventListener("abort", this.onAbort, { once: true });
    if (signal?.aborted === true) this.onAbort();
  }

  /** Ends the run in this many milliseconds, if it does not end sooner. Gives back how long it has. */
  within(ms: number): number {
    const { clock } = this.environment;
    const left = this.endsAt - clock.now();
    if (ms >= left) return left;
    this.endsAt = clock.now() + ms;
    this.timer?.cancel();
    this.timer = clock.after(ms, () => this.resolve(budgetUsedUp(ms)));
    return ms;
  }

  /** Ends the run now, for this reason. */
  now(why: string): void {
    this.resolve(why);
  }

  /** The run is over by itself. */
  cancel(): void {
    this.timer?.cancel();
    this.signal?.removeEventListener("abort", this.onAbort);
  }
}
