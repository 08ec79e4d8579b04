/** Whoever still looks for a peer that has gone must not find another one of ours in its place. */
import type { Listener, ListenOptions, Script } from "./types.js";

type Listen = (script: Script, options?: ListenOptions) => Promise<Listener>;

/** The system may give out a port again very soon; so many times is a better one asked for. */
const MOST_TRIES = 20;

/** Listens where nobody has listened before through the same function, unless a port is asked for. */
export function onFreshPorts(listen: Listen): Listen {
  const used = new Set<number>();
  return async (script, options = {}) => {
    const rejected: Listener[] = [];
    try {
      for (;;) {
        const listener = await listen(script, options);
        const isFresh = !used.has(listener.port) || options.port !== undefined;
        used.add(listener.port);
        if (isFresh || rejected.length === MOST_TRIES) return listener;
        // It is kept until another one is found, lest the system give out the same again.
        rejected.push(listener);
      }
    } finally {
      await Promise.all(rejected.map((listener) => listener.close()));
    }
  };
}
