import type { Model } from "../model/model.js";
import {
  descriptions,
  examples,
  messageTypes,
  nearMisses,
  noCycles,
  noUnused,
  shownFields,
  titles,
} from "./message-rules.js";
import { knownErrors, methodMembers } from "./method-rules.js";
import type { DialectContext, Rule } from "./rule.js";
import { errorCatalogue, numberedClauses, protocolValues, stateMachines } from "./table-rules.js";

/** What the other rules depend on: after a fault of one of these, they do not run. */
export const STRUCTURE: readonly Rule<DialectContext>[] = [
  ["titles", titles],
  ["no-cycles", noCycles],
  ["method-members", methodMembers],
];

export const MEANING: readonly Rule<DialectContext>[] = [
  ["descriptions", descriptions],
  ["message-types", messageTypes],
  ["examples", examples],
  ["near-misses", nearMisses],
  ["shown-fields", shownFields, "warning"],
  ["no-unused", noUnused, "warning"],
  ["known-errors", knownErrors],
];

/** The rules about the tables next to the dialects. */
export const TABLES: readonly Rule<Model>[] = [
  ["state-machines", stateMachines],
  ["error-catalogue", errorCatalogue],
  ["numbered-clauses", numberedClauses],
  ["protocol-values", protocolValues],
];
