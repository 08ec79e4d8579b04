/** A counting semaphore: a referee never runs more matches at once than it announced (contract 6). */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** The number of waiting tasks minus the number of free places. */
  get load(): number {
    return this.#waiting.length - this.#free;
  }

  /** Resolves, in the order of the calls, with a function that releases the place. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}
