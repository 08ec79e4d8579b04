export * from "../../node/index.js";
export type { FormsChoice } from "../form/forms.js";
export type { PeerRecord, PeerStore } from "../gateway/peer.js";
export { type ServeOptions, serve } from "./serve.js";
