/** All checks of the transport, for every role: a list in each file, which is named for it. */
export { discoveryChecks } from "./discovery.js";
export { envelopeChecks } from "./envelope.js";
export { errorChecks } from "./error.js";
export { httpChecks } from "./http.js";
export { idChecks } from "./id.js";
export { outgoingChecks } from "./outgoing.js";
export { responseChecks } from "./response.js";
export { robustnessChecks } from "./robustness.js";
