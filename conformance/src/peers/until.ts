import { within } from "../time/pause.js";
import type { PeerContext } from "./peer-context.js";

/** Waits until `find` returns a value; it is called at every arrival at any peer of this environment. */
export function until<T>(
  peerContext: PeerContext,
  find: () => T | undefined,
  withinMs: number,
): Promise<T | undefined> {
  const found = find();
  if (found !== undefined) return Promise.resolve(found);
  let look: () => void = () => undefined;
  const arrived = new Promise<T>((resolve) => {
    look = () => {
      const now = find();
      if (now !== undefined) resolve(now);
    };
    peerContext.arrivals.add(look);
  });
  return within(peerContext.environment.clock, withinMs, arrived, () => undefined).finally(() =>
    peerContext.arrivals.delete(look),
  );
}
