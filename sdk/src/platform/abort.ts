/**
 * Calls `run` once when the signal is aborted; at once if it is already.
 * @returns removes the callback; calling it twice, or after the abort, does nothing
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) {
    run();
    return () => {};
  }
  // A new function for each caller: two callers may pass the same one.
  const listener = () => run();
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}

/**
 * The outcome of `work`, or a rejection with the signal's reason as soon as it is aborted.
 * The outcome of `work` after that is ignored; no callback stays behind.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopWatching = onAbort(signal, () => reject(signal.reason));
    work.then(
      (value) => {
        stopWatching();
        resolve(value);
      },
      (error: unknown) => {
        stopWatching();
        reject(error);
      },
    );
  });
}
