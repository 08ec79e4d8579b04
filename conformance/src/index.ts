/**
 * The suite as a library: everything that `league-conformance` is made of.
 *
 *     const environment = simulatedEnvironment(1);
 *     const subject = inProcessSubject(environment, { label: "mine", agent: () => createPlayer({ … }) });
 *     const checks = select(await loadChecks(), "player", {});
 *     const report = await run({ role: "player", environment, subject, checks, seed: 1, onEvent });
 */
export { loadChecks, type RegisteredCheck } from "./checks/registry.js";
export type { Clause } from "./clauses/clause.js";
export { clauseOf, clauses } from "./clauses/clause.js";
export { type Comparison, compareReports } from "./compare/compare.js";
export type { Environment } from "./environment/environment.js";
export { realEnvironment } from "./environment/real-environment.js";
export { simulatedEnvironment } from "./environment/simulated-environment.js";
export { bundledProfiles, loadProfile, ProfileError } from "./profiles/load.js";
export type { WireProfile } from "./profiles/types.js";
export { REPORT_SCHEMA, type Reporter } from "./report/reporter.js";
export { createReporters, type ReporterOptions } from "./report/reporters.js";
export type { RunOptions } from "./run/run.js";
export { run } from "./run/run.js";
export { type Selection, select } from "./run/select.js";
export {
  type FaultInjection,
  type InProcessOptions,
  inProcessSubject,
} from "./subject/in-process-subject.js";
export {
  type CommandSubject,
  type InProcessSubject,
  type Instance,
  type Launcher,
  type Subject,
  SubjectError,
  type UrlSubject,
} from "./subject/subject.js";
export type * from "./types.js";
export { UsageError } from "./usage-error.js";
