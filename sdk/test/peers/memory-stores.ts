/** What a restarted agent loads: its registration, and a referee its matches. */
import type { RegistrationStore, StoredRegistration } from "../../src/agent/membership/registration.js";
import type { FinishedMatch, MatchJournal, TakenMatch } from "../../src/referee/match-journal.js";

export class MemoryJournal implements MatchJournal {
  readonly kept = new Map<string, TakenMatch | FinishedMatch>();

  async load(): Promise<readonly (TakenMatch | FinishedMatch)[]> {
    return [...this.kept.values()];
  }

  async keep(match: TakenMatch | FinishedMatch): Promise<void> {
    this.kept.set(match.match_id, structuredClone(match));
  }

  async remove({ match_id }: { readonly match_id: string }): Promise<void> {
    this.kept.delete(match_id);
  }

  async clear(): Promise<void> {
    this.kept.clear();
  }
}

export class MemoryRegistrationStore implements RegistrationStore {
  kept: StoredRegistration | null;

  constructor(kept: StoredRegistration | null = null) {
    this.kept = kept;
  }

  async load(): Promise<StoredRegistration | null> {
    return this.kept;
  }

  async save(kept: StoredRegistration): Promise<void> {
    this.kept = kept;
  }
}
