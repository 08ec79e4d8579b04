/** The gateway for agents of other forms, as an author or a tool uses it. */
export type { FormsChoice } from "./forms.js";
export {
  bundledFormOf,
  canPlay,
  describeConclusion,
  playCommand,
  testCommand,
} from "./gateway/describe-conclusion.js";
export type { FormsOptions } from "./gateway/gateway.js";
export { type Conclusion, type NegotiateOptions, negotiate } from "./gateway/negotiate.js";
export type { PeerRecord, PeerStore } from "./gateway/peer.js";
export { withForms } from "./gateway/with-forms.js";
export { lintProfile, type ProfileFault } from "./lint.js";
export { bundledDocument, bundledNames } from "./profiles.js";
export type { MessageRules, ProfileDocument, WireProfile } from "./types.js";
