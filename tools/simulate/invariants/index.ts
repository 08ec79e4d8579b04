import { historyIsKept, noProtocolViolations, oneOutcomeEach, withinCapacity } from "./agents.ts";
import type { Invariant } from "./invariant.ts";
import { noDuplicateNotifications } from "./notifications.ts";
import {
  everyPairMeetsOnce,
  nothingAcknowledgedIsLost,
  oneResultEach,
  standingsMatchResults,
} from "./results.ts";
import { noChoiceTooEarly, onlyOwnToken } from "./secrecy.ts";

export type { Invariant, LeagueOutcome, Watcher } from "./invariant.ts";

/** In addition, the simulation itself checks `every-league-ends` against the time. */
export const invariants: readonly Invariant[] = [
  everyPairMeetsOnce,
  oneResultEach,
  oneOutcomeEach,
  standingsMatchResults,
  noChoiceTooEarly,
  onlyOwnToken,
  nothingAcknowledgedIsLost,
  noDuplicateNotifications,
  withinCapacity,
  historyIsKept,
  noProtocolViolations,
];
