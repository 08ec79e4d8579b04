/** The gateway for agents of other forms, as an author or a tool uses it. */
export type { FormsChoice } from "./form/forms.js";
export { lintProfile, type ProfileFault } from "./form/lint.js";
export { bundledDocument, bundledNames } from "./form/profiles.js";
export type { FormsOptions } from "./gateway/gateway.js";
export {
  bundledFormOf,
  canPlay,
  describeConclusion,
  playCommand,
  testCommand,
} from "./gateway/negotiation/describe-conclusion.js";
export { type Conclusion, type NegotiateOptions, negotiate } from "./gateway/negotiation/negotiate.js";
export type { PeerRecord, PeerStore } from "./gateway/peer.js";
export { withForms } from "./gateway/with-forms.js";
export type { MessageRules, ProfileDocument, WireProfile } from "./message/types.js";
