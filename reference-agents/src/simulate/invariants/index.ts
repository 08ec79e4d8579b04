import { everyPairMeetsOnce } from "./every-pair-meets-once.js";
import { historyIsKept } from "./history-is-kept.js";
import type { Invariant } from "./invariant.js";
import { noChoiceTooEarly } from "./no-choice-too-early.js";
import { nobodyToldTwice } from "./no-duplicate-notifications.js";
import { nobodyBreaks } from "./no-protocol-violations.js";
import { nothingAcknowledgedIsLost } from "./nothing-acknowledged-is-lost.js";
import { oneOutcomeEach } from "./one-outcome-each.js";
import { oneResultEach } from "./one-result-each.js";
import { onlyOwnToken } from "./only-own-token.js";
import { tableIsTheSum } from "./standings-match-results.js";
import { withinCapacity } from "./within-capacity.js";

export type { Invariant, TheEnd, Watcher } from "./invariant.js";

/** Beside these there is `every-league-ends`, which the simulation itself holds against the time. */
export const invariants: readonly Invariant[] = [
  everyPairMeetsOnce,
  oneResultEach,
  oneOutcomeEach,
  tableIsTheSum,
  noChoiceTooEarly,
  onlyOwnToken,
  nothingAcknowledgedIsLost,
  nobodyToldTwice,
  withinCapacity,
  historyIsKept,
  nobodyBreaks,
];
