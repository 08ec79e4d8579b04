/** Everything that only messages of other forms need, in one place: it is loaded when the first of them is met. */

export { addressesOf } from "./asked-addresses.js";
export { judgeFailure } from "./judge-failure.js";
export { PeerFormTable } from "./peer-form-table.js";
export { PeerNegotiator } from "./peer-negotiator.js";
export { standsAlone } from "./stands-alone.js";
export { startRoute } from "./start-route.js";
export { WireFormHandler } from "./wire-form-handler.js";
