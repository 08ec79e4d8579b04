/**
 * The suite as a library: everything that `league-conformance` is made of.
 *
 *     const environment = simulatedEnvironment(1);
 *     const subject = inProcessSubject(environment, { label: "mine", agent: () => createPlayer({ … }) });
 *     const checks = select(await loadChecks(), "player", {});
 *     const report = await run({ role: "player", environment, subject, checks, seed: 1, onEvent });
 */
export { loadChecks, type RegisteredCheck } from "./checks/registry.js";
export { type Clause, clauseOf, clauses } from "./clauses.js";
export { type Comparison, compareReports } from "./cli/compare.js";
export type { WireProfile } from "./profiles/codec.js";
export { bundledProfiles, loadProfile } from "./profiles/load.js";
export { REPORT_SCHEMA, type Reporter } from "./report/reporter.js";
export { createReporters, type ReporterOptions } from "./report/reporters.js";
export { type RunOptions, run } from "./run/run.js";
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
export { type Environment, realEnvironment, simulatedEnvironment } from "./wire/environment.js";
