import { everyPairMeetsOnce } from "./every-pair-meets-once.js";
import { historyIsKept } from "./history-is-kept.js";
import type { Invariant } from "./invariant.js";
import { noChoiceTooEarly } from "./no-choice-too-early.js";
import { nobodyBreaks } from "./nobody-breaks.js";
import { nobodyToldTwice } from "./nobody-told-twice.js";
import { nothingAcknowledgedIsLost } from "./nothing-acknowledged-is-lost.js";
import { oneOutcomeEach } from "./one-outcome-each.js";
import { oneResultEach } from "./one-result-each.js";
import { onlyOwnToken } from "./only-own-token.js";
import { tableIsTheSum } from "./table-is-the-sum.js";
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
