export { messageTypes, methodOf, requestTypes } from "./contract.js";
export { type Form, FormBook } from "./form-book.js";
export { likeness, nearestTo } from "./likeness.js";
export { lintProfile, type ProfileFault } from "./lint.js";
export { type Located, locate, replyMessage, replyShape } from "./locate.js";
export { isObject } from "./members.js";
export {
  type DecodedRequest,
  ProfileCodec,
  type RequestId,
  toolResult,
  usualReply,
} from "./profile-codec.js";
export { bundledDocument, bundledNames, bundledProfile } from "./profiles/index.js";
export { type Reading, Recogniser } from "./recognise.js";
export { resolveProfile } from "./resolve.js";
export { mergeRules } from "./rules.js";
export { wireProfileSchema } from "./schema.js";
export type {
  JsonObject,
  MessageRules,
  MethodRule,
  ProfileDocument,
  ReplyShape,
  RequestShape,
  ValuePair,
  Variables,
  WireProfile,
} from "./types.js";
