/** Answers a request for the addresses of other agents: a method, a tool, or a query with a separate type. */
import type { RpcRequest } from "../../rpc/index.js";
import { resultText } from "../../rpc/reply-text.js";
import { type JsonObject, type Located, toolResult } from "../../wire/index.js";

export type Directory = () => Promise<readonly JsonObject[] | undefined>;

const asksForAgents =
  /^(get|list|find|lookup|query)_?(all_?)?(agent|player|referee|endpoint)s?(_?endpoints?)?$/i;

const asked = ["agent_id", "player_id", "referee_id", "id"];

/** @returns undefined for every other request, and if there is no directory */
export async function directoryAnswer(
  request: RpcRequest,
  { method, message, shape }: Located,
  directory: Directory | undefined,
): Promise<string | undefined> {
  const names = [method, message.query_type].filter((name) => typeof name === "string");
  const name = names.find((one) => asksForAgents.test(one));
  if (directory === undefined || request.kind !== "call" || name === undefined) return undefined;
  const all = await directory();
  if (all === undefined) return undefined;
  const about = asked.map((member) => message[member]).find((id) => typeof id === "string");
  const one = /s$/i.test(name) ? undefined : all.find(({ id }) => id === about);
  const answer = { message_type: "LEAGUE_QUERY_RESPONSE", ...(one ?? { agents: all }) };
  return resultText(request.id, shape === "tools_call" ? toolResult(answer) : answer);
}
