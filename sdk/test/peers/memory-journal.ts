/** Stores matches in memory; a restarted referee loads them. */
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
