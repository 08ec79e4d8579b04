/** The data on an agent's disk, which it finds again after a restart. */
import type {
  FinishedMatch,
  KeptRegistration,
  MatchJournal,
  PlayedMatch,
  RegistrationKeeper,
  TakenMatch,
} from "@league-v2/sdk";
import type { Process } from "./process.js";

export class AgentDisk {
  history: readonly PlayedMatch[] = [];
  #registration: KeptRegistration | null = null;
  readonly #journal = new Map<string, TakenMatch | FinishedMatch>();

  /** As one incarnation of the agent sees it: what a dead process still writes is not kept. */
  keeperFor(process: Process): RegistrationKeeper {
    return {
      load: async () => this.#registration,
      save: async (kept) => {
        if (process.alive) this.#registration = kept;
      },
    };
  }

  /** A referee's, as one incarnation of it sees it. */
  journalFor(process: Process): MatchJournal {
    return {
      load: async () => [...this.#journal.values()],
      keep: async (match) => {
        if (process.alive) this.#journal.set(match.match_id, match);
      },
      remove: async ({ match_id }) => {
        if (process.alive) this.#journal.delete(match_id);
      },
      clear: async () => {
        if (process.alive) this.#journal.clear();
      },
    };
  }
}
