import { everyPairMeetsOnce } from "./every-pair-meets-once.js";
import { historyIsKept } from "./history-is-kept.js";
import type { Invariant } from "./invariant.js";
import { noChoiceTooEarly } from "./no-choice-too-early.js";
import { noDuplicateNotifications } from "./no-duplicate-notifications.js";
import { noProtocolViolations } from "./no-protocol-violations.js";
import { nothingAcknowledgedIsLost } from "./nothing-acknowledged-is-lost.js";
import { oneOutcomeEach } from "./one-outcome-each.js";
import { oneResultEach } from "./one-result-each.js";
import { onlyOwnToken } from "./only-own-token.js";
import { standingsMatchResults } from "./standings-match-results.js";
import { withinCapacity } from "./within-capacity.js";

export type { Invariant, LeagueOutcome, Watcher } from "./invariant.js";

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
