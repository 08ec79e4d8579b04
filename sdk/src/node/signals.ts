/** One pair of signal listeners for all agents of a process, removed with the last agent. */
const closers = new Set<() => Promise<void>>();
const signals = ["SIGINT", "SIGTERM"] as const;

function closeAll(): void {
  for (const close of closers) void close();
}

/** Calls `close` on every SIGINT and SIGTERM, until the returned function is called. */
export function onSignal(close: () => Promise<void>): () => void {
  if (closers.size === 0) for (const signal of signals) process.on(signal, closeAll);
  closers.add(close);
  return () => {
    closers.delete(close);
    if (closers.size === 0) for (const signal of signals) process.off(signal, closeAll);
  };
}
