/** Reads and writes single messages in any form, without an agent: for tools such as the suite and the tap. */
export { answerKind } from "./acknowledgement.js";
export { readApplicant } from "./applicant.js";
export { findMessage, intendedShape, replyMessage, replyShape } from "./find-message.js";
export { Forms } from "./forms.js";
export { Gateway } from "./gateway/gateway.js";
export { copy, isObject, putAt, removeAt, sameJson, valueAt } from "./members.js";
export { isCopiedOutsideResult, membersOutsideResult } from "./outside-result.js";
export { ProfileCodec, type RequestId } from "./profile-codec.js";
export { resolveProfile } from "./profiles.js";
export { nearestTo, similarity } from "./similarity.js";
export type { JsonObject, Variables } from "./types.js";
