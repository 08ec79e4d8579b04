/** Stores a registration in memory; a restarted agent loads it. */
import type { RegistrationStore, StoredRegistration } from "../../src/agent/membership/registration-store.js";

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
