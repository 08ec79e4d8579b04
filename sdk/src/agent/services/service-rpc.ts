/** Answers JSON-RPC and tool calls whose names and members are those of a service: no form describes them. */
import { RpcError, type RpcRequest } from "../../rpc/index.js";
import { errorText, resultText } from "../../rpc/reply-text.js";
import { plainMembers } from "../../wire/derive/by-value.js";
import type { JsonObject, Located } from "../../wire/index.js";
import { withServiceNames } from "../../wire/service/service-answer.js";
import { serviceName } from "../../wire/service/service-name.js";
import { plainStyle, type ServiceCall } from "../../wire/service/service-style.js";
import { ENVELOPE_MEMBERS } from "../../wire/types.js";
import { replyTo } from "./service-route.js";
import type { ServiceSetting } from "./service-setting.js";

/**
 * Undefined for a message under a name of the documents, which has to follow the rules of its form.
 * @param isDocumented whether the message is in a form of the documents, by its place and its name
 */
export async function serviceRpc(
  request: RpcRequest,
  { method, message, shape, spelling }: Located,
  setting: ServiceSetting,
  isDocumented: boolean,
): Promise<string | undefined> {
  if (request.kind !== "call" || method === undefined || setting.runtime.strict) return undefined;
  if (isDocumented && spelling === undefined) return undefined;
  const isOwnName = !setting.methods.has(method);
  const isEnveloped = [...ENVELOPE_MEMBERS].some((one) => Object.hasOwn(message, one));
  if (!isOwnName && !isEnveloped) return undefined;
  const { message_type } = message;
  // A method is the same for every match: a digit in its name is no id.
  const { name } = serviceName(
    asPath(typeof message_type === "string" ? message_type : method).replaceAll(/\d/g, ""),
  );
  const members = plainMembers(message);
  const call = { style: plainStyle, name, match_id: undefined, members };
  const write = (reply: JsonObject) => {
    const answer = withServiceNames({ ...echoOf(members, reply), ...reply });
    return shape === "tools_call" ? toolResult(answer) : answer;
  };
  return serviceAnswer(call, setting, request.id, write);
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

/** `game.choose` and `onGameChoose` are read like paths. */
function asPath(name: string): string {
  return name.replaceAll(/[.:-]/g, "_");
}

/** The members of a request with the id of the match, under the caller's names. */
function echoOf(members: JsonObject, { match_id }: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value === match_id));
}

function toolResult(structuredContent: JsonObject): JsonObject {
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: "text", text }], structuredContent, isError: false };
}
