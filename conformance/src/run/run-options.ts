/** The options of one run, beyond those that its checks see. */

import type { RegisteredCheck } from "../checks/registry.js";
import type { WireProfile } from "../profiles/types.js";
import type { RunSettings } from "../run-settings.js";
import type { Random } from "../sdk.js";
import type { RunEvent } from "../types.js";
import type { BaselineEntry } from "./baseline.js";

export interface RunOptions extends RunSettings {
  checks: readonly RegisteredCheck[];
  /** The form that the agent is asked to use. Undefined: detect it. */
  profile?: WireProfile | undefined;
  /** Uses the profile without testing whether the agent supports it. */
  trusted?: boolean;
  /** Shuffles the checks. */
  shuffle?: Random;
  /** Milliseconds; default what the checks can take at most. */
  budgetMs?: number;
  /**
   * Instead of a budget: the run gets what an agent of this role needs, with the measured cost of its starts. Waiting for an
   * agent that is not there yet does not count.
   */
  defaultBudget?: boolean;
  baseline?: readonly BaselineEntry[] | undefined;
  /** Percent of the MUST clauses that must be exercised. */
  minCoverage?: number | undefined;
  /** Aborted to end the run early; its reason becomes the diagnosis of what was not run. */
  signal?: AbortSignal;
  onEvent(event: RunEvent): void;
}
