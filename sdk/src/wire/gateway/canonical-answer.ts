/** Whether a peer has answered as the contract says. */
import { protocolLimits } from "@league-v2/contract";
import { isObject, parseJson } from "../../json/parse-json.js";
import type { IncomingReply } from "../../platform/transport.js";
import { rowNamed } from "../message/contract.js";
import type { JsonObject } from "../message/types.js";
import { isValidReply } from "./messages.js";

/** Whether an answer is one of the contract to this request: a valid reply, or a refusal with a code of its own. */
export function isCanonicalAnswer({ status, body }: IncomingReply, request: string): boolean {
  const { id, method } = objectIn(request);
  if (id === undefined) return true;
  const { jsonrpc, error, result } = objectIn(body);
  if (status !== 200 || jsonrpc !== "2.0") return false;
  if (isObject(error)) return isObject(error.data) && error.data.error_code !== undefined;
  const row = rowNamed(typeof method === "string" ? method : "");
  return row === undefined || (isValidReply(row, result) && !isTokenless(result));
}

/** Whether a league accepts a member without a token, as leagues of other forms do. */
function isTokenless(result: unknown): boolean {
  if (!isObject(result) || result.status !== "ACCEPTED") return false;
  const { message_type: type, auth_token } = result;
  return typeof type === "string" && type.endsWith("_REGISTER_RESPONSE") && typeof auth_token !== "string";
}

function objectIn(text: string): JsonObject {
  const parsed = parseJson(text, protocolLimits);
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}
