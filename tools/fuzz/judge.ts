/** Checks an answer to any request: it must not show an internal error or a secret. */

import type { HttpReply, HttpRequest } from "@league-v2/sdk";

/** HTTP errors whose body is a small JSON object. */
const faults = new Set([400, 401, 403, 404, 405, 408, 413, 415, 429, 431]);

const stackLine = /\n\s+at .+:\d+:\d+|node:internal|\/src\/|\/dist\//;
const internalError = -32603;

/** Null if an unknown client may get this answer, else the fault. */
export function faultOf(request: HttpRequest, reply: HttpReply, secrets: readonly string[]): string | null {
  const { status, body, headers } = reply;
  if (stackLine.test(body)) return "it shows where in the program it was made";
  const leaked = secrets.find((secret) => leaks(request, body, secret));
  if (leaked !== undefined) return "it shows a secret";
  if (faults.has(status)) return isObject(parsed(body)) ? null : `HTTP ${status} without a JSON object`;
  // MCP clients get 202 instead of 204.
  if (status === 204 || status === 202) return body === "" ? null : `HTTP ${status} with a body`;
  if (status !== 200) return `HTTP ${status}`;
  if (!headers["content-type"]?.startsWith("application/json")) return isScrape(request) ? null : "no JSON";
  const answer = parsed(body);
  if (answer === undefined) return "no JSON";
  if (!isRpcPath(request)) return null;
  const answers = Array.isArray(answer) ? answer : [answer];
  if (answers.length === 0) return "an empty batch";
  return answers.map(rpcFault).find((fault) => fault !== null) ?? null;
}

/** A JSON-RPC response, or one of the answers that other wire forms give. */
function rpcFault(answer: unknown): string | null {
  if (!isObject(answer)) return "an answer that is no object";
  if (isObject(answer.error) && answer.error.code === internalError) return "an internal error";
  if (answer.jsonrpc !== "2.0")
    return "message_type" in answer || "status" in answer ? null : "neither JSON-RPC nor a message";
  if ("method" in answer) return "params" in answer ? null : "a request instead of a response";
  return "id" in answer && "result" in answer !== "error" in answer ? null : "not one of result and error";
}

/** Ignores the agent's own token in `auth_token`, which signs answers, and text that the request contains. */
function leaks({ body }: HttpRequest, answer: string, secret: string): boolean {
  if (!answer.includes(secret)) return false;
  const asked = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signature = `"auth_token":"${secret}"`;
  if (asked.replaceAll(signature, "").includes(secret)) return false;
  // Quotes are escaped in JSON text inside of JSON, as in MCP.
  const unsigned = answer.replaceAll(signature, "").replaceAll(signature.replaceAll('"', '\\"'), "");
  return unsigned.includes(secret) || (answer.includes('"error":') && !answer.includes('"result":'));
}

function isScrape({ method, path }: HttpRequest): boolean {
  return path.startsWith("/metrics") && method !== "POST";
}

function isRpcPath({ path, method }: HttpRequest): boolean {
  return path.startsWith("/mcp") && method === "POST";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
