/** Which referee a match is brought to next. */
import type { LivenessTracker } from "./liveness-tracker.js";
import type { RefereeSlots } from "./referee-slots.js";
import type { Pairing } from "./schedule.js";
import type { Member } from "./store.js";

/** The outcome of assigning a match to a referee; one that was silent is not asked again for the same match. */
export type Try = "played" | "silent" | "failed";

/** By referee id; a match that was played is tried no more. */
export type Tries = Map<string, Exclude<Try, "played">>;

/** The announced referee if it is alive, else the least busy other one; as the last choice one that has failed with this match. */
export function choose(
  match: Pairing,
  referees: readonly Member[],
  tries: Readonly<Tries>,
  liveness: LivenessTracker,
  slots: RefereeSlots,
): Member | undefined {
  const isAlive = ({ id }: Member) => !tries.has(id) && !liveness.isSuspended(id);
  const announced = referees.find((referee) => referee.id === match.referee_id);
  if (announced !== undefined && isAlive(announced)) return announced;
  const untried = referees.filter((referee) => !tries.has(referee.id));
  const alive = untried.filter(isAlive);
  const [leastBusy] = alive.sort((a, b) => slots.of(a).load - slots.of(b).load);
  return leastBusy ?? untried[0] ?? referees.find((referee) => tries.get(referee.id) === "failed");
}
