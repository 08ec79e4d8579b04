/** The kinds of faults of a simulated league, in a separate file, so that a help text that lists them does not load the simulator. */
import type { Fault } from "./plan.js";

export const faultKinds = [
  "message",
  "partition",
  "crash",
  "traffic-crash",
  "store-crash",
  "slow-disk",
  "skew",
  "behaviour",
  "power-cut",
] as const satisfies readonly Fault["kind"][];

export type FaultKind = (typeof faultKinds)[number];
