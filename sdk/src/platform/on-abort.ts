/** Calls many callbacks from one listener for each signal: all calls of an agent wait for the same signal. */
const watched = new WeakMap<AbortSignal, Watchers>();

type Watchers = readonly [callbacks: Set<() => void>, listener: () => void];

/**
 * Calls `run` once when the signal is aborted; at once if it is already. A signal has one listener for all callbacks:
 * platforms warn of a leak if many are added.
 * @returns removes the callback; calling it twice, or after the abort, does nothing
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) {
    run();
    return () => {};
  }
  const [callbacks, listener] = watched.get(signal) ?? watch(signal);
  // A new function for each caller: two callers may pass the same one.
  const entry = () => run();
  callbacks.add(entry);
  return () => {
    if (!callbacks.delete(entry) || callbacks.size > 0) return;
    signal.removeEventListener("abort", listener);
    watched.delete(signal);
  };
}

function watch(signal: AbortSignal): Watchers {
  const callbacks: Watchers[0] = new Set();
  const listener = () => {
    for (const entry of callbacks) {
      callbacks.delete(entry);
      entry();
    }
  };
  const watchers = [callbacks, listener] as const;
  signal.addEventListener("abort", listener, { once: true });
  watched.set(signal, watchers);
  return watchers;
}
