/** The callbacks that wait for each signal, behind one listener: an agent's signal is watched by all of its calls at once. */
const watched = new WeakMap<AbortSignal, Watchers>();

type Watchers = readonly [callbacks: Set<() => void>, listener: () => void];

/**
 * Calls `run` once when the signal is aborted; at once if it is already. However many watch a signal, it has one listener:
 * platforms warn of a leak where many are added.
 * @returns the way to stop watching; calling it twice, or after the end, is harmless
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) {
    run();
    return () => {};
  }
  const [callbacks, listener] = watched.get(signal) ?? watch(signal);
  // Two may watch with the same function.
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
