/** The members that have acknowledged one announcement, stored as the answers arrive. */
import type { Member, Store } from "../store/store.js";

export class Acknowledgements {
  readonly #store: Store;
  readonly announcement: string;
  readonly #known: Set<string>;
  #unwritten: string[] = [];
  #writing: Promise<void> | undefined;

  private constructor(store: Store, announcement: string, known: ReadonlySet<string>) {
    this.#store = store;
    this.announcement = announcement;
    this.#known = new Set(known);
  }

  static async of(announcement: string, store: Store): Promise<Acknowledgements> {
    return new Acknowledgements(store, announcement, await store.acknowledged(announcement));
  }

  has({ id }: Member): boolean {
    return this.#known.has(id);
  }

  /** Resolves when it is stored. Acknowledgements that arrive during a write are written together. */
  add({ id }: Member): Promise<void> {
    this.#known.add(id);
    this.#unwritten.push(id);
    this.#writing ??= this.#write();
    return this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#unwritten.length > 0) {
        const ids = this.#unwritten;
        this.#unwritten = [];
        await this.#store.acknowledge(this.announcement, ids);
      }
    } finally {
      this.#writing = undefined;
    }
  }
}
