/** The data on an agent's disk, which stays after a restart. */
import type { PlayedMatch } from "@league-v2/sdk";
import type {
  FinishedMatch,
  MatchJournal,
  RegistrationStore,
  StoredRegistration,
  TakenMatch,
} from "@league-v2/sdk/store";
import type { Process } from "./process.js";

export class AgentDisk {
  history: readonly PlayedMatch[] = [];
  #registration: StoredRegistration | null = null;
  readonly #journal = new Map<string, TakenMatch | FinishedMatch>();

  /** The registration store of one incarnation of the agent. Writes of a killed process are dropped. */
  keeperFor(process: Process): RegistrationStore {
    return {
      load: async () => this.#registration,
      save: async (kept) => {
        if (process.alive) this.#registration = kept;
      },
    };
  }

  /** The journal of one incarnation of a referee. */
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
