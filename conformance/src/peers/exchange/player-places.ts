/**
 * The addresses of the players in a referee's configuration: P01 at the first port, P02 at the next one. All matches of the
 * run are played there, one after the other if there are addresses for two players only.
 */
import type { Clock } from "../../sdk.js";
import { within } from "../../time/pause.js";

/** A player's id, and its port. */
interface Place {
  readonly id: string;
  readonly port: number;
}

type Pair = readonly [a: Place, b: Place];

/** The places of two players, until they are given back. */
export interface HeldPair {
  readonly pair: Pair;
  giveBack(): void;
}

interface Waiter {
  readonly ids: readonly [a: string, b: string] | undefined;
  readonly take: (pair: Pair) => void;
}

export class PlayerPlaces {
  private free: readonly Place[];
  private readonly waiting = new Set<Waiter>();
  /** How many matches can be played at the same time. */
  readonly matches: number;

  /** @param ports of P01, P02 and so on */
  constructor(ports: readonly number[]) {
    this.free = ports.map((port, index) => ({ id: `P${String(index + 1).padStart(2, "0")}`, port }));
    this.matches = Math.floor(ports.length / 2);
  }

  /**
   * Two places; undefined when they do not become free within `ms`.
   * @param ids the ids of the two players, if the match requires particular ones
   */
  async take(clock: Clock, ms: number, ids?: Waiter["ids"]): Promise<HeldPair | undefined> {
    let take: Waiter["take"] = () => undefined;
    const taken = new Promise<Pair>((resolve) => {
      take = resolve;
    });
    const waiter = { ids, take };
    this.waiting.add(waiter);
    this.serve();
    const pair = await within(clock, ms, taken, () => undefined);
    this.waiting.delete(waiter);
    return pair && { pair, giveBack: () => this.give(pair) };
  }

  private give(pair: Pair): void {
    this.free = [...this.free, ...pair].toSorted((one, other) => one.port - other.port);
    this.serve();
  }

  private serve(): void {
    for (const waiter of this.waiting) {
      const wanted = waiter.ids?.map((id) => this.free.find((place) => place.id === id));
      const [a, b] = wanted ?? this.free;
      if (a === undefined || b === undefined) continue;
      this.waiting.delete(waiter);
      this.free = this.free.filter((place) => place !== a && place !== b);
      waiter.take([a, b]);
    }
  }
}
