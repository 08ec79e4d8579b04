/** Code for messages of other forms as one module, loaded for the first such message. */

export { classifyFailure } from "../negotiation/classify-failure.js";
export { PeerNegotiator } from "../negotiation/peer-negotiator.js";
export { PeerFormTable } from "../peers/peer-form-table.js";
export { serviceRoute } from "../services/service-route.js";
export { startRoute } from "../services/start-route.js";
export { addressesOf } from "../wire-forms/asked-addresses.js";
export { isBareMessage } from "../wire-forms/bare-message.js";
export { WireFormHandler } from "../wire-forms/wire-form-handler.js";
