import { onDemand } from "./on-demand.js";

/** What other wire forms need: the profiles, negotiation, and the layer that reads them. */
export const wireParts = onDemand(() => import("./wire-parts.js"));
