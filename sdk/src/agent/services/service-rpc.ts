/** Answers JSON-RPC and tool calls whose names and members are those of a service: no form describes them. */
import { RpcError, type RpcRequest } from "../../rpc/index.js";
import { errorText, resultText } from "../../rpc/reply-text.js";
import type { JsonObject, Located } from "../../wire/index.js";
import { withServiceNames } from "../../wire/service/service-answer.js";
import { serviceName } from "../../wire/service/service-name.js";
import { plainStyle, type ServiceCall } from "../../wire/service/service-style.js";
import { ENVELOPE_MEMBERS } from "../../wire/types.js";
import { replyTo } from "./service-route.js";
import type { ServiceSetting } from "./service-setting.js";

/** Undefined for a message with a part of an envelope or under a name of the documents, which has to follow the rules of its form. */
export async function serviceRpc(
  request: RpcRequest,
  { method, message, shape }: Located,
  setting: ServiceSetting,
): Promise<string | undefined> {
  if (request.kind !== "call" || method === undefined || setting.runtime.strict) return undefined;
  if (setting.methods.has(method)) return undefined;
  if ([...ENVELOPE_MEMBERS].some((name) => Object.hasOwn(message, name))) return undefined;
  const { name, match_id } = serviceName(method.replaceAll(/[.:]/g, "_"));
  const call = { style: plainStyle, name, match_id, members: message };
  return serviceAnswer(call, setting, request.id, shape === "tools_call" ? toolResult : withServiceNames);
}

/** @param write the result of the call, from the canonical reply */
export async function serviceAnswer(
  call: ServiceCall,
  setting: ServiceSetting,
  id: string,
  write: (reply: JsonObject) => unknown,
): Promise<string | undefined> {
  try {
    const reply = await replyTo(call, setting);
    return reply === undefined ? undefined : resultText(id, write(reply));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return errorText(id, { code: error.code, message: error.message, data: error.data });
  }
}

function toolResult(reply: JsonObject): JsonObject {
  const structuredContent = withServiceNames(reply);
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: "text", text }], structuredContent, isError: false };
}
