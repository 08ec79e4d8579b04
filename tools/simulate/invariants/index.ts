import {
  historyIsKept,
  noChoiceTooEarly,
  noProtocolViolations,
  oneOutcomeEach,
  withinCapacity,
} from "./agents.ts";
import type { Invariant } from "./invariant.ts";
import { noDuplicateNotifications } from "./notifications.ts";
import {
  everyPairMeetsOnce,
  nothingAcknowledgedIsLost,
  oneResultEach,
  standingsMatchResults,
} from "./results.ts";

export type { Invariant, LeagueOutcome, Watcher } from "./invariant.ts";

/** In addition, the simulation itself checks `every-league-ends` against the time. */
export const invariants: readonly Invariant[] = [
  everyPairMeetsOnce,
  oneResultEach,
  oneOutcomeEach,
  standingsMatchResults,
  noChoiceTooEarly,
  nothingAcknowledgedIsLost,
  noDuplicateNotifications,
  withinCapacity,
  historyIsKept,
  noProtocolViolations,
];
