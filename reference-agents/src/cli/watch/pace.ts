/** The pace of a feed, with one timer for all of its watchers: events close together form one step. */
import type { Clock } from "@league-v2/sdk";

export interface PaceSetting {
  readonly clock: Clock;
  /** From the first event until the step, in ms. */
  readonly pauseMs: number;
  /** The longest wait for a step, in ms. */
  readonly silenceMs: number;
  readonly onStep: () => void;
}

export class Pace {
  readonly #setting: PaceSetting;
  #step: Timer | null = null;
  #wait: Wait | null = null;

  constructor(setting: PaceSetting) {
    this.#setting = setting;
  }

  happened(): void {
    const { clock, pauseMs } = this.#setting;
    this.#step ??= clock.after(pauseMs, () => this.stepNow());
  }

  stepNow(): void {
    this.#step?.cancel();
    this.#step = null;
    this.#setting.onStep();
    this.#settle(true);
  }

  /** @returns true after the next step, false after a silence; all callers get the answer at the same time */
  next(): Promise<boolean> {
    this.#wait ??= this.#begin();
    return this.#wait.over;
  }

  #begin(): Wait {
    const { clock, silenceMs } = this.#setting;
    let resolve: Wait["resolve"] = () => {};
    const over = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    return { over, resolve, silence: clock.after(silenceMs, () => this.#settle(false)) };
  }

  #settle(isStep: boolean): void {
    const wait = this.#wait;
    this.#wait = null;
    wait?.silence.cancel();
    wait?.resolve(isStep);
  }
}

type Timer = ReturnType<Clock["after"]>;

interface Wait {
  readonly over: Promise<boolean>;
  readonly resolve: (isStep: boolean) => void;
  readonly silence: Timer;
}
