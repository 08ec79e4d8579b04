export { type CampaignOptions, type CampaignReport, campaign, type Found, smallestOf } from "./campaign.js";
export { type Cast, ourCast } from "./cast.js";
export { type Invariant, invariants } from "./invariants/index.js";
export type { Fault, Plan } from "./plan.js";
export { type FaultKind, faultKinds, planFromSeed } from "./plan-from-seed.js";
export { readPlan } from "./read-plan.js";
export { reportOn } from "./report.js";
export { type Finding, type SimulationRun, simulate } from "./simulate.js";
export { traceText } from "./trace.js";
