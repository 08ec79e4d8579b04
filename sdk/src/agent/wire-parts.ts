/** Code for messages of other forms as one module, loaded for the first such message. */

export { addressesOf } from "./asked-addresses.js";
export { isBareMessage } from "./bare-message.js";
export { judgeFailure } from "./judge-failure.js";
export { PeerFormTable } from "./peer-form-table.js";
export { PeerNegotiator } from "./peer-negotiator.js";
export { serviceRoute } from "./service-route.js";
export { startRoute } from "./start-route.js";
export { WireFormHandler } from "./wire-form-handler.js";
