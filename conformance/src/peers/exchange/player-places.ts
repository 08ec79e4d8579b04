/**
 * The addresses of the players in a referee's configuration: P01 at the first port, P02 at the next one. All matches of the
 * run are played there, one after the other if there are addresses for two players only.
 */

/** A player's id, and its port. */
export interface Place {
  readonly id: string;
  readonly port: number;
}

export type Pair = readonly [a: Place, b: Place];

interface Waiter {
  readonly fits: (pair: readonly Place[]) => boolean;
  readonly take: (pair: Pair) => void;
}

export class PlayerPlaces {
  private readonly free: Place[];
  private readonly waiters: Waiter[] = [];
  /** How many matches can be played at the same time. */
  readonly matches: number;

  /** @param ports of P01, P02 and so on */
  constructor(ports: readonly number[]) {
    this.free = ports.map((port, index) => ({ id: `P${String(index + 1).padStart(2, "0")}`, port }));
    this.matches = Math.floor(ports.length / 2);
  }

  /**
   * Resolves when two places are free.
   * @param ids the ids of the two players, if the match requires particular ones
   */
  take(ids: readonly [a: string, b: string] | undefined): { readonly taken: Promise<Pair>; giveUp(): void } {
    let take: (pair: Pair) => void = () => undefined;
    const taken = new Promise<Pair>((resolve) => {
      take = resolve;
    });
    const fits = (pair: readonly Place[]) => ids === undefined || pair.every(({ id }) => ids.includes(id));
    const inOrder = (pair: Pair): Pair => (pair[0].id === ids?.[1] ? [pair[1], pair[0]] : pair);
    const waiter = { fits, take: (pair: Pair) => take(inOrder(pair)) };
    this.waiters.push(waiter);
    this.serve();
    return { taken, giveUp: () => void this.leave(waiter) };
  }

  give(pair: Pair): void {
    this.free.push(...pair);
    this.free.sort((one, other) => one.port - other.port);
    this.serve();
  }

  private serve(): void {
    for (const waiter of [...this.waiters]) {
      const [a, b] = this.free.filter((place) => waiter.fits([place]));
      if (a === undefined || b === undefined) continue;
      this.leave(waiter);
      for (const place of [a, b]) this.free.splice(this.free.indexOf(place), 1);
      waiter.take([a, b]);
    }
  }

  private leave(waiter: Waiter): void {
    const index = this.waiters.indexOf(waiter);
    if (index >= 0) this.waiters.splice(index, 1);
  }
}
