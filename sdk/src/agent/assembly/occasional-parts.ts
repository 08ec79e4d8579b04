/** Code for rare events as one module, loaded at the first such event. */
export { explain } from "@league-v2/contract";
export { callEntry } from "../../client/call-entry.js";
export { readReply } from "../../client/read-reply.js";
export { matchMetrics } from "../../metrics/match-metrics.js";
export { Redactor } from "../core/redactor.js";
export { readRegistration, registrationFailure } from "../membership/registration.js";
export { resumeMembership } from "../membership/resume-membership.js";
export { FormCaller } from "./form-caller.js";
export { fullServer } from "./full-server.js";
