/** Everything that only messages of other forms need, in one place: it is loaded when the first of them is met. */
export { openSession } from "../mcp/session.js";
export { FormBook, Recogniser } from "../wire/index.js";
export { ForeignCalls } from "./foreign.js";
export { otherForm } from "./other-form.js";
