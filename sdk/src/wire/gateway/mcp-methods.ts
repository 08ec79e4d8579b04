/** The MCP methods other than `tools/call`, which every agent behind a gateway answers. */
import { protocol } from "@league-v2/contract";
import type { HttpRequest } from "../../http/types.js";
import { isObject } from "../../json/is-object.js";
import { RpcError } from "../../rpc/rpc-error.js";
import { initialize, listTools } from "../mcp/index.js";
import type { Role } from "./rows.js";

type Method = (params: unknown, role: Role) => unknown;

const methods: Readonly<Record<string, Method>> = {
  initialize,
  "tools/list": (_params, role) => listTools(role),
  // Not offered, but requested: many clients give up on a server that does not support them.
  "resources/list": () => ({ resources: [] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "prompts/list": () => ({ prompts: [] }),
};

/** The answer to such a call; null for a notification, undefined for every other request. */
export async function answerMcp(
  body: unknown,
  role: Role,
  headers: HttpRequest["headers"],
): Promise<unknown> {
  if (!isObject(body) || typeof body.method !== "string" || body.jsonrpc !== "2.0") return undefined;
  const { id, method, params } = body;
  if (/^notifications\/(initialized|cancelled)$/.test(method) && id === undefined) return null;
  // The core answers every notification, and refuses an id that JSON-RPC does not allow.
  if (typeof id !== "string" && typeof id !== "number" && id !== null) return undefined;
  // MCP's result of a ping has no members.
  const isMcpPing = method === "ping" && headers?.["mcp-protocol-version"] !== undefined;
  const answer = isMcpPing ? () => ({}) : Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (answer === undefined) return undefined;
  const frame = { jsonrpc: protocol.jsonRpcVersion, id };
  try {
    return { ...frame, result: await answer(params, role) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data } = error;
    return { ...frame, error: { code, message, data } };
  }
}
