/** Everything that only messages of other forms need, in one place: it is loaded when the first of them is met. */
export { openSession } from "../mcp/session.js";
export { FormBook, Recogniser } from "../wire/index.js";
export { callFormOf } from "./call-form-of.js";
export { FormDerivation, spokenIn } from "./derive-form.js";
export { ForeignCalls } from "./foreign.js";
export { askHarmlessly, describesItself } from "./harmless-question.js";
export { judgeFailure } from "./judge-failure.js";
export { negotiate } from "./negotiate.js";
export { NegotiationLog } from "./negotiation-log.js";
export { roleOf } from "./role-of.js";
