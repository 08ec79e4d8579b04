import { onDemand } from "./on-demand.js";

export type OccasionalParts = typeof import("./occasional-parts.js");

/** What happens now and then: explaining an invalid message, metrics, traces, going on with a kept registration. */
export const occasionalParts = onDemand<OccasionalParts>(() => import("./occasional-parts.js"));
