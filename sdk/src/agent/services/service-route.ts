/**
 * Answers POSTs to paths of other agents (`/register_player`, `/matches/R1M1/choice`, `/events`): their name and their
 * members are read as a message of the league, and the answer has its members under all usual names.
 */
import { protocolLimits } from "@league-v2/contract";
import { isAllowedOrigin } from "../../http/origin.js";
import { httpFault, jsonReply } from "../../http/replies.js";
import type { HttpReply, HttpRequest } from "../../http/types.js";
import { parseJson } from "../../json/parse-json.js";
import { RpcError } from "../../rpc/index.js";
import { isObject, type JsonObject, withContractNames } from "../../wire/index.js";
import { isOfUsualSize } from "../../wire/limits.js";
import { withNumericIds, withTextIds } from "../../wire/numeric-ids.js";
import { serviceBody, withServiceNames } from "../../wire/service/service-answer.js";
import { readServiceCall, type ServiceCall } from "../../wire/service/service-style.js";
import { serviceMessage } from "./service-message.js";
import { serviceOrder } from "./service-order.js";
import { serviceRegistration } from "./service-registration.js";
import { serviceReport } from "./service-report.js";
import type { ServiceSetting } from "./service-setting.js";

/** Undefined for a body that is no message of the league. */
export async function serviceRoute(
  { body, headers }: HttpRequest,
  path: string,
  setting: ServiceSetting,
): Promise<HttpReply | undefined> {
  const parsed = parseJson(body, protocolLimits);
  if (!parsed.ok || !isOfUsualSize(parsed.value)) return undefined;
  const numbered = withTextIds(parsed.value);
  const call = readServiceCall(path, numbered?.body ?? parsed.value);
  if (call === undefined) return undefined;
  const plain = { ...call, members: withContractNames(call.members) as JsonObject };
  if (!isAllowedOrigin(headers?.origin, setting.runtime.agentContext.origins))
    return httpFault(403, "not from this origin");
  try {
    const reply = await replyTo(plain, setting);
    if (reply === undefined) return undefined;
    const members = withServiceNames(reply);
    const value = serviceBody(members, call.style.data);
    return jsonReply(
      200,
      JSON.stringify(numbered === undefined ? value : withNumericIds(value, numbered.ids)),
    );
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data } = error;
    return jsonReply(
      400,
      JSON.stringify({ success: false, error: message, detail: message, error_code: code, data }),
    );
  }
}

export async function replyTo(call: ServiceCall, setting: ServiceSetting): Promise<JsonObject | undefined> {
  const { role } = setting.runtime;
  const reply =
    role === "league_manager"
      ? ((await serviceRegistration(call, setting)) ?? (await serviceReport(call, setting)))
      : role === "referee"
        ? await serviceOrder(call, setting)
        : await serviceMessage(call, setting);
  if (!isObject(reply)) return undefined;
  // The caller is not authenticated: a token is sent only in the answer to a registration.
  const { auth_token, ...others } = reply;
  return role === "league_manager" ? { ...others, auth_token } : others;
}
