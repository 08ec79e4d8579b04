import { within } from "../time/pause.js";
import type { Env } from "./env.js";

/** Waits until `find` finds something, looking again at every arrival at any peer of this environment. */
export function until<T>(env: Env, find: () => T | undefined, withinMs: number): Promise<T | undefined> {
  const found = find();
  if (found !== undefined) return Promise.resolve(found);
  let look: () => void = () => undefined;
  const arrived = new Promise<T>((resolve) => {
    look = () => {
      const now = find();
      if (now !== undefined) resolve(now);
    };
    env.arrivals.add(look);
  });
  return within(env.stage.clock, withinMs, arrived, () => undefined).finally(() => env.arrivals.delete(look));
}
