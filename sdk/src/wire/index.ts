export { type Acceptance, readAcceptance } from "./acceptance.js";
export { type AnswerKind, answerKind, startedMatches } from "./acknowledgement.js";
export {
  type Applicant,
  type ApplicantRole,
  metaOf,
  type RegistrationPlace,
  readApplicant,
} from "./applicant.js";
export { messageTypes, methodOf, requestTypes, typedSender } from "./contract.js";
export * from "./derive/index.js";
export {
  answerObject,
  findMessage,
  intendedShape,
  isWrapped,
  type Located,
  replyMessage,
  replyShape,
} from "./find-message.js";
export { type Form, Forms, type FormsChoice } from "./forms.js";
export { canPlay } from "./gateway/can-play.js";
export {
  bundledFormOf,
  describeConclusion,
  playCommand,
  testCommand,
} from "./gateway/describe-conclusion.js";
export { type FormsOptions, Gateway } from "./gateway/gateway.js";
export { type Conclusion, type NegotiateOptions, negotiate } from "./gateway/negotiate.js";
export type { PeerRecord, PeerStore } from "./gateway/peer.js";
export { withForms } from "./gateway/with-forms.js";
export { lintProfile, type ProfileFault } from "./lint.js";
export { isDrawByFacts, type MatchReport, readMatchReport } from "./match-report.js";
export { copy, isObject, putAt, removeAt, sameJson, valueAt } from "./members.js";
export { isCopiedOutsideResult, membersOutsideResult } from "./outside-result.js";
export {
  type DecodedRequest,
  ProfileCodec,
  type RequestId,
  toolResult,
  usualReply,
} from "./profile-codec.js";
export { bundledDocument, bundledNames, bundledProfile } from "./profiles.js";
export { resolveProfile } from "./resolve.js";
export { mergeRules } from "./rules.js";
export { nearestTo, similarity } from "./similarity.js";
export { SpelledCodec } from "./spelled-codec.js";
export { spellingOf, withContractNames, withSpelling } from "./spelling.js";
export { styleOf } from "./times.js";
export { type Asked, tolerantReply } from "./tolerant-reply.js";
export type {
  JsonObject,
  MessageRules,
  MethodRule,
  ProfileDocument,
  ReplyShape,
  RequestShape,
  Spelling,
  ValuePair,
  Variables,
  WireProfile,
} from "./types.js";
