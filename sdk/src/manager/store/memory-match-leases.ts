/** Leases of matches, with owner and end, for the store in memory. */
import type { LeaseOutcome, LeaseTerms, MatchLeaseTerms } from "./store.js";

/** Matches that are leased to referees. */
export class MemoryMatchLeases {
  readonly #open = new Map<string, { readonly referee_id: string; readonly until: number }>();
  /** By referee, so that a referee's leases are found without those of the others. */
  readonly #held = new Map<string, Set<string>>();
  readonly #entitled = new Map<string, Set<string>>();

  leaseMatch(match_id: string, referee_id: string, { capacity, now, until }: MatchLeaseTerms): LeaseOutcome {
    const lease = this.#open.get(match_id);
    if (lease !== undefined && now < lease.until) return { kind: "taken", ...lease };
    const ends = this.#endsOf(referee_id, now);
    if (ends.length >= capacity) return { kind: "full", until: Math.min(...ends) };
    this.end(match_id);
    this.#open.set(match_id, { referee_id, until });
    setIn(this.#held, referee_id).add(match_id);
    setIn(this.#entitled, match_id).add(referee_id);
    return { kind: "leased" };
  }

  giveBack(match_id: string, referee_id: string): void {
    if (this.#open.get(match_id)?.referee_id === referee_id) this.end(match_id);
  }

  end(match_id: string): void {
    const lease = this.#open.get(match_id);
    if (lease === undefined) return;
    this.#open.delete(match_id);
    this.#held.get(lease.referee_id)?.delete(match_id);
  }

  isAssigned(match_id: string, referee_id: string): boolean {
    return this.#entitled.get(match_id)?.has(referee_id) ?? false;
  }

  /** The end times of a referee's current leases. */
  #endsOf(referee_id: string, now: number): number[] {
    return [...(this.#held.get(referee_id) ?? [])].flatMap((match_id) => {
      const until = this.#open.get(match_id)?.until ?? 0;
      return now < until ? [until] : [];
    });
  }
}

/** Leases by name. */
export class Leases {
  readonly #leases = new Map<string, { readonly owner: string; readonly until: number }>();

  take(name: string, owner: string, { now, until }: LeaseTerms): boolean {
    const lease = this.#leases.get(name);
    if (lease !== undefined && lease.owner !== owner && now < lease.until) return false;
    this.#leases.set(name, { owner, until });
    return true;
  }

  release(name: string, owner: string): void {
    if (this.#leases.get(name)?.owner === owner) this.#leases.delete(name);
  }
}

function setIn(sets: Map<string, Set<string>>, key: string): Set<string> {
  const known = sets.get(key) ?? new Set<string>();
  sets.set(key, known);
  return known;
}
