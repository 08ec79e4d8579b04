/**
 * The MCP server that every agent is: stateless, over the same POST, with JSON answers.
 * The tools themselves are called through the wire forms: `tools/call` is one of them.
 */
import { protocol } from "@league-v2/contract";
import type { Role } from "../../domain/role.js";
import type { HttpRequest } from "../../http/types.js";
import { isObject } from "../../json/is-object.js";
import { RpcError, rpcErrors } from "../../rpc/rpc-error.js";
import { mcpVersions } from "../evidence/mcp-session.js";
import { asText } from "../message/members.js";

/** Answers `initialize`: the version that the client asked for, or else the newest supported one. */
export function initialize(params: unknown, role: Role) {
  const asked = (params as { protocolVersion?: unknown } | undefined)?.protocolVersion;
  if (typeof asked !== "string") {
    const { code, message } = rpcErrors.invalidParams;
    throw new RpcError(code, message, { hint: "initialize says protocolVersion, e.g. 2025-06-18" });
  }
  return {
    protocolVersion: mcpVersions.find((version) => version === asked) ?? mcpVersions[0],
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: `league.v2 ${role}`, version: protocol.specVersion },
    instructions:
      "Each tool takes one whole message of league.v2 as its arguments and answers with the reply message.",
  };
}

/** Answers `tools/list` with all tools on one page. */
export async function listTools(role: Role) {
  return { tools: await toolsOf(role) };
}

/** A JSON Schema, or any other part of the OpenRPC document. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** A tool as `tools/list` shows it. */
interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The request message, references resolved. */
  readonly inputSchema: JsonObject;
  /** The reply, or the acknowledgement of a notification; a refusal is a result with isError and no message. */
  readonly outputSchema?: JsonObject;
}

/** All tools of an agent of this role. */
async function toolsOf(role: Role): Promise<readonly Tool[]> {
  const { default: openrpc } = await import("@league-v2/contract/openrpc/canonical.json", {
    with: { type: "json" },
  });
  const document = openrpc as unknown as JsonObject;
  const methods = (document.methods ?? []) as readonly JsonObject[];
  return methods.filter((method) => isFor(role, method)).map((method) => toolOf(method, document));
}

function isFor(role: Role, method: JsonObject): boolean {
  const direction = method["x-direction"] as { readonly to?: readonly string[] } | undefined;
  return method["x-envelope"] !== false && direction?.to?.includes(role) === true;
}

function toolOf(method: JsonObject, document: JsonObject): Tool {
  const { name, summary, description, result } = method;
  const reply = (method["x-ack"] ?? result) as { readonly schema?: Json } | undefined;
  return {
    name: asText(name),
    title: asText(summary),
    description: asText(description),
    inputSchema: resolved(method["x-message"] ?? {}, document) as JsonObject,
    ...(reply?.schema === undefined ? {} : { outputSchema: resolved(reply.schema, document) as JsonObject }),
  };
}

/** The schema with every reference replaced by its content: clients of tools resolve none. */
function resolved(value: Json, document: JsonObject): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, document));
  const { $ref, ...rest } = value as JsonObject;
  if (typeof $ref !== "string") {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, resolved(member, document)]),
    );
  }
  const target = resolved(targetOf($ref, document), document);
  return typeof target === "object" && target !== null ? { ...target, ...rest } : target;
}

function targetOf(ref: string, document: JsonObject): Json {
  let here: Json | undefined = document;
  for (const step of ref.replace(/^#\//, "").split("/")) here = (here as JsonObject | undefined)?.[step];
  return here ?? {};
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
