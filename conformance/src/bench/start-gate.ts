/** Limits how many agents start at the same time. Callers enter in the order in which they came. */
export class StartGate {
  private limit: number;
  private inside = 0;
  private closed = false;
  private readonly waiting: Waiting[] = [];

  /** @param limit how many may be inside at once */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Changes how many may be inside at once; those inside stay. */
  resize(limit: number): void {
    this.limit = Math.max(1, limit);
    this.admit();
  }

  /** Waits for a place. The caller leaves with the function that it gets; a second call of that does nothing. */
  enter(options: { alone?: boolean } = {}): Promise<() => void> {
    return new Promise((resolve) => {
      this.waiting.push({ alone: options.alone === true, resolve });
      this.admit();
    });
  }

  /** Holds a place while the work runs. */
  async through<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  private admit(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      const mayEnter = next.alone ? this.inside === 0 : !this.closed && this.inside < this.limit;
      if (!mayEnter) return;
      this.waiting.shift();
      this.inside += 1;
      this.closed = next.alone;
      next.resolve(this.leaveOnce());
    }
  }

  private leaveOnce(): () => void {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.inside -= 1;
      this.closed = false;
      this.admit();
    };
  }
}

interface Waiting {
  /** Enters only when the gate is empty, and keeps everyone else out. */
  alone: boolean;
  resolve(leave: () => void): void;
}
