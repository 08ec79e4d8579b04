/** Reads and writes single messages in any form, without an agent: for tools such as the suite and the tap. */

export { findMessage, intendedShape, replyMessage, replyShape } from "./find-message.js";
export { Forms } from "./forms.js";
export { Gateway } from "./gateway/gateway.js";
export { isCopiedOutsideResult, membersOutsideResult } from "./member-copies.js";
export { copy, isObject, putAt, removeAt, sameJson, valueAt } from "./members.js";
export { ProfileCodec, type RequestId } from "./profile-codec.js";
export { resolveProfile } from "./profiles.js";
export { readApplicant } from "./registrations.js";
export { nearestTo, similarity } from "./similarity.js";
export { answerKind } from "./tolerant-reply.js";
export type { JsonObject, Variables } from "./types.js";
