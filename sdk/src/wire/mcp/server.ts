/**
 * The MCP server that every agent is: stateless, over the same POST, with JSON answers.
 * The tools themselves are called through the wire forms: `tools/call` is one of them.
 */
import { protocol } from "@league-v2/contract";
import type { Role } from "../../domain/role.js";
import { RpcError, rpcErrors } from "../../rpc/rpc-error.js";
import { toolsOf } from "./tools.js";

/** Supported versions of MCP, the newest first. This server does not use the features that differ between them. */
export const mcpVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

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
