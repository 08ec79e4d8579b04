/** Calls many callbacks from one listener for each signal: all calls of an agent wait for the same signal. */
const watched = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` once when the signal is aborted; at once if it is already. A signal has one listener for all callbacks:
 * platforms warn of a leak if many are added. It stays on the signal, as adding and removing it takes longer than a call.
 * @returns removes the callback; calling it twice, or after the abort, does nothing
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) {
    run();
    return () => {};
  }
  const callbacks = watched.get(signal) ?? watch(signal);
  // A new function for each caller: two callers may pass the same one.
  const entry = () => run();
  callbacks.add(entry);
  return () => void callbacks.delete(entry);
}

function watch(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  const listener = () => {
    for (const entry of callbacks) {
      callbacks.delete(entry);
      entry();
    }
  };
  signal.addEventListener("abort", listener, { once: true });
  watched.set(signal, callbacks);
  return callbacks;
}
