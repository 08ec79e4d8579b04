/** Stores a registration in memory; a restarted agent loads it. */
import type { KeptRegistration, RegistrationKeeper } from "../../src/agent/membership/registration-keeper.js";

export class MemoryKeeper implements RegistrationKeeper {
  kept: KeptRegistration | null;

  constructor(kept: KeptRegistration | null = null) {
    this.kept = kept;
  }

  async load(): Promise<KeptRegistration | null> {
    return this.kept;
  }

  async save(kept: KeptRegistration): Promise<void> {
    this.kept = kept;
  }
}
