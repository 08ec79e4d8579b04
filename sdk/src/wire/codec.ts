/** Reads and writes single messages in any form, without an agent: for tools such as the suite and the tap. */

export { jsonTokens, pointerOf } from "../json/json-scan.js";
export { parseJson } from "../json/parse-json.js";
export { isCopiedOutsideResult, membersOutsideResult } from "./content/member-copies.js";
export { readApplicant } from "./content/registrations.js";
export { Forms } from "./form/forms.js";
export { ProfileCodec, type RequestId } from "./form/profile-codec.js";
export { resolveProfile } from "./form/profiles.js";
export { nearestTo } from "./form/similarity.js";
export { answerKind } from "./form/tolerant-reply.js";
export { Gateway } from "./gateway/gateway.js";
export { findMessage, intendedShape, replyMessage, replyShape } from "./message/find-message.js";
export { copy, isObject, putAt, removeAt, sameJson, valueAt } from "./message/members.js";
export type { JsonObject, Variables } from "./message/types.js";
