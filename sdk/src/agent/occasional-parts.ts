/** What happens now and then, in one place: it is loaded when the first of it happens. */
export { explain } from "@league-v2/contract";
export { readReply } from "../client/read-reply.js";
export { readMessage } from "../json/read-message.js";
export { calledMetrics, servedMetrics } from "../metrics/exchange-metrics.js";
export { exposition, expositionType } from "../metrics/family.js";
export { matchMetrics } from "../metrics/match-metrics.js";
export { processMetrics } from "../metrics/process-metrics.js";
export { resumeMembership } from "./resume-membership.js";
export { schemaFault } from "./schema-fault.js";
export { readTrace, traceHeaders } from "./trace.js";
