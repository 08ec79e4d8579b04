/** Creates its AbortController when its signal is first read: creating and aborting one costs more than most work. */
export class LazyAbort {
  #controller: AbortController | undefined;
  #over: { readonly reason: unknown } | undefined;

  get aborted(): boolean {
    return this.#over !== undefined;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#over !== undefined) this.#controller.abort(this.#over.reason);
    }
    return this.#controller.signal;
  }

  /** Only the first call counts. */
  abort(reason: unknown): void {
    if (this.#over !== undefined) return;
    this.#over = { reason };
    this.#controller?.abort(reason);
  }
}
