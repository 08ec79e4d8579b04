/**
 * Code for rare events, loaded with the first of them: it is a third of what a player weighs in a browser or a worker
 * (`test/weight.test.ts`).
 */
import { onDemand } from "../../platform/on-demand.js";

/** For refusals: the explanation of an invalid message, and the error reply. */
export const refusals = onDemand(() => import("./refusals.js"));

/** For requests and calls under a W3C trace. */
export const traces = onDemand(() => import("./trace.js"));
