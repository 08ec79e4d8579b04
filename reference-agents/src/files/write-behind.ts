/**
 * Writes files of a state that changes faster than a disk writes. Callers do not wait; each file is written in its newest
 * version, and versions that are replaced while an older one is being written are skipped.
 */
import { writeAtomically } from "@league-v2/sdk/node";

export interface WriteBehindOptions {
  readonly write?: (path: string, text: string, mode?: number) => Promise<void>;
  /** Called for each file that could not be written. */
  readonly onError?: (path: string, error: unknown) => void;
}

interface Version {
  readonly value: () => unknown;
  readonly mode: number | undefined;
  readonly written: readonly (() => void)[];
}

/** More concurrent writers do not make a disk faster. */
const writersAtOnce = 4;

export class WriteBehind {
  readonly #options: WriteBehindOptions;
  /** The pending writes, in the order of their first request. */
  readonly #waiting = new Map<string, Version>();
  readonly #writing = new Set<string>();
  readonly #failed = new Map<string, unknown>();
  #idle: (() => void)[] = [];

  constructor(options: WriteBehindOptions = {}) {
    this.#options = options;
  }

  /**
   * @param value returns the content of the file, or a promise of it, which is written as JSON; called just before the write
   * @param mode see `writeAtomically`
   * @returns resolves when this version, or a newer one, is on the disk or has failed
   */
  put(path: string, value: () => unknown, mode?: number): Promise<void> {
    return new Promise((written) => {
      const replaced = this.#waiting.get(path)?.written ?? [];
      this.#waiting.set(path, { value, mode, written: [...replaced, written] });
      this.#startWriters();
    });
  }

  /** Resolves when everything that was put is on the disk, or has failed. */
  async drain(): Promise<void> {
    if (this.#waiting.size + this.#writing.size > 0)
      await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** The files whose newest version could not be written. */
  get failed(): ReadonlyMap<string, unknown> {
    return this.#failed;
  }

  #startWriters(): void {
    for (const [path, version] of this.#waiting) {
      if (this.#writing.size >= writersAtOnce) return;
      if (this.#writing.has(path)) continue;
      this.#waiting.delete(path);
      this.#writing.add(path);
      void this.#write(path, version);
    }
  }

  async #write(path: string, { value, mode, written }: Version): Promise<void> {
    const { write = writeAtomically, onError } = this.#options;
    try {
      const made = value();
      const content: unknown = made instanceof Promise ? await made : made;
      await write(path, `${JSON.stringify(content, null, 2)}\n`, mode);
      this.#failed.delete(path);
    } catch (error) {
      this.#failed.set(path, error);
      onError?.(path, error);
    }
    this.#writing.delete(path);
    for (const resolve of written) resolve();
    this.#startWriters();
    if (this.#waiting.size + this.#writing.size > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
