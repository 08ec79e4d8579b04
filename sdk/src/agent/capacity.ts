/** Counting places: a referee never has more matches at once than it announced (contract 6). */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** The more work for the places there are, the greater: waiting work counts up, free places count down. */
  get load(): number {
    return this.#waiting.length - this.#free;
  }

  /** Resolves with the way to give the place back, in the order of asking. */
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
