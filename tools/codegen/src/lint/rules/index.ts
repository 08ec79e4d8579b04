import type { Rule } from "../rule.js";
import { anchoredPatterns } from "./anchored-patterns.js";
import { composition } from "./composition.js";
import { declaredRequired } from "./declared-required.js";
import { descriptions } from "./descriptions.js";
import { errorCatalogue } from "./error-catalogue.js";
import { examples } from "./examples.js";
import { explicitType } from "./explicit-type.js";
import { fittingKeywords } from "./fitting-keywords.js";
import { fittingValues } from "./fitting-values.js";
import { keywordValues } from "./keyword-values.js";
import { knownErrors } from "./known-errors.js";
import { knownKeywords } from "./known-keywords.js";
import { messageTypes } from "./message-types.js";
import { methodMembers } from "./method-members.js";
import { nearMisses } from "./near-misses.js";
import { noCycles } from "./no-cycles.js";
import { noUnused } from "./no-unused.js";
import { numberedClauses } from "./numbered-clauses.js";
import { objectBases } from "./object-bases.js";
import { openEnums } from "./open-enums.js";
import { patternDescriptions } from "./pattern-descriptions.js";
import { patterns } from "./patterns.js";
import { plainRefs } from "./plain-refs.js";
import { propertyNames } from "./property-names.js";
import { protocolValues } from "./protocol-values.js";
import { shownFields } from "./shown-fields.js";
import { soundBounds } from "./sound-bounds.js";
import { stateMachines } from "./state-machines.js";
import { titles } from "./titles.js";

/** Every rule, in the order in which they run. */
export const rules: readonly Rule[] = [
  knownKeywords,
  keywordValues,
  explicitType,
  openEnums,
  fittingValues,
  plainRefs,
  composition,
  propertyNames,
  fittingKeywords,
  soundBounds,
  patterns,
  anchoredPatterns,
  objectBases,
  titles,
  noCycles,
  methodMembers,
  declaredRequired,
  descriptions,
  messageTypes,
  examples,
  nearMisses,
  patternDescriptions,
  shownFields,
  noUnused,
  knownErrors,
  stateMachines,
  errorCatalogue,
  numberedClauses,
  protocolValues,
];
