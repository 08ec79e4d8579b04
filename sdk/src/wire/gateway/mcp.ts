/**
 * The MCP server that every agent is: stateless, over the same POST, with JSON answers.
 * The tools themselves are called through the wire forms: `tools/call` is one of them.
 */
import { protocol } from "@league-v2/contract";
import type { Role } from "../../domain/role.js";
import type { HttpRequest } from "../../http/types.js";
import { isObject } from "../../json/parse-json.js";
import { RpcError, rpcErrors } from "../../rpc/rpc-error.js";
import { mcpVersions } from "../evidence/mcp-session.js";
import { valueAt } from "../message/members.js";
import { servedBy } from "./messages.js";

/** Answers `initialize`: the version that the client asked for, or else the newest supported one. */
function initialize(params: unknown, role: Role) {
  const asked = (params as { protocolVersion?: unknown } | undefined)?.protocolVersion;
  if (typeof asked !== "string") {
    throw new RpcError(rpcErrors.invalidParams, { hint: "initialize says protocolVersion, e.g. 2025-06-18" });
  }
  return {
    protocolVersion: mcpVersions.find((version) => version === asked) ?? mcpVersions[0],
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: `league.v2 ${role}`, version: protocol.specVersion },
    instructions:
      "Each tool takes one whole message of league.v2 as its arguments and answers with the reply message.",
  };
}

/** Answers `tools/list` with all tools of an agent of this role, on one page. */
async function listTools(role: Role) {
  const { default: document } = await import("@league-v2/contract/openrpc/canonical.json", {
    with: { type: "json" },
  });
  const tools = document.methods.flatMap((method) => {
    const { name, summary: title, description, result } = method;
    if (servedBy(role, name) === undefined) return [];
    const { schema } = [method["x-ack"], result].find(isObject) ?? {};
    return {
      name,
      title,
      description,
      // The request message.
      inputSchema: resolved(method["x-message"] ?? {}, document),
      // The reply, or the acknowledgement of a notification; a refusal is a result with isError and no message.
      ...(schema === undefined ? {} : { outputSchema: resolved(schema, document) }),
    };
  });
  return { tools };
}

/** The schema with every reference replaced by its content: clients of tools resolve none. */
function resolved(value: unknown, document: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document));
  if (!isObject(value)) return value;
  const { $ref, ...rest } = value;
  const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, resolved(one, document)]));
  if (typeof $ref !== "string") return own;
  const target = resolved(valueAt(document, $ref.replace(/^#/, "")), document);
  return isObject(target) ? { ...target, ...own } : target;
}

/** The MCP methods other than `tools/call`, which every agent behind a gateway answers. */
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
