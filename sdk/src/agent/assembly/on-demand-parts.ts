import { onDemand } from "../../platform/on-demand.js";

/** For `GET /metrics`. */
export const metricsText = onDemand(() => import("./exposition.js"));

/** For agents that store their registration. */
export const resuming = onDemand(() => import("../membership/resume-membership.js"));
