/** Simulated time does not wait for a module: what agents load on demand is set before. */
import * as exposition from "../agent/assembly/exposition.js";
import { metricsText, resuming } from "../agent/assembly/on-demand-parts.js";
import { redaction, refusals, traces } from "../agent/core/on-demand-parts.js";
import * as redactor from "../agent/core/redactor.js";
import * as refusal from "../agent/core/refusals.js";
import * as trace from "../agent/core/trace.js";
import * as resume from "../agent/membership/resume-membership.js";

export function loadInAdvance(): void {
  metricsText.keep(exposition);
  resuming.keep(resume);
  redaction.keep(redactor);
  refusals.keep(refusal);
  traces.keep(trace);
}
