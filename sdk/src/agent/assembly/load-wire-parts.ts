import { onDemand } from "../core/on-demand.js";

/** Code for other wire forms: the profiles, negotiation, and the layer that reads them. */
export const wireParts = onDemand(() => import("./wire-parts.js"));
