import { onDemand } from "../core/on-demand.js";

export type OccasionalParts = typeof import("./occasional-parts.js");

/** Code for rare events: explaining an invalid message, metrics, traces, resuming a stored registration. */
export const occasionalParts = onDemand<OccasionalParts>(() => import("./occasional-parts.js"));
