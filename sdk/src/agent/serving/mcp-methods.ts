/** The MCP methods other than `tools/call`; their code is loaded for the first MCP client. */

import type { Role } from "../../domain/role.js";
import type { RpcMethod } from "../../rpc/index.js";
import type { Wire } from "../core/wire.js";

const load = () => import("../../mcp/index.js");

export function mcpMethods(role: Role): [string, RpcMethod<Wire>][] {
  const nothing = () => ({});
  return [
    ["initialize", { call: async (params) => (await load()).initialize(params, role) }],
    ["tools/list", { call: async () => (await load()).listTools(role) }],
    // Not offered, but requested: many clients give up on a server that does not support them.
    ["resources/list", { call: () => ({ resources: [] }) }],
    ["resources/templates/list", { call: () => ({ resourceTemplates: [] }) }],
    ["prompts/list", { call: () => ({ prompts: [] }) }],
    ["notifications/initialized", { call: nothing }],
    ["notifications/cancelled", { call: nothing }],
  ];
}
