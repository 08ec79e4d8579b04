import type { Rule } from "../rule.js";
import { descriptions } from "./descriptions.js";
import { errorCatalogue } from "./error-catalogue.js";
import { examples } from "./examples.js";
import { knownErrors } from "./known-errors.js";
import { messageTypes } from "./message-types.js";
import { methodMembers } from "./method-members.js";
import { nearMisses } from "./near-misses.js";
import { noCycles } from "./no-cycles.js";
import { noUnused } from "./no-unused.js";
import { numberedClauses } from "./numbered-clauses.js";
import { protocolValues } from "./protocol-values.js";
import { shownFields } from "./shown-fields.js";
import { stateMachines } from "./state-machines.js";
import { titles } from "./titles.js";

/** Every rule about more than one schema, in the order in which they run. */
export const rules: readonly Rule[] = [
  titles,
  noCycles,
  methodMembers,
  descriptions,
  messageTypes,
  examples,
  nearMisses,
  shownFields,
  noUnused,
  knownErrors,
  stateMachines,
  errorCatalogue,
  numberedClauses,
  protocolValues,
];
