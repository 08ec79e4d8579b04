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
