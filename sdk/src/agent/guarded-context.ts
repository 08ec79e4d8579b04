/** An agent whose calls go only to addresses that its endpoint policy allows, checked after each name resolution. */

import type { EndpointPolicy } from "../domain/endpoint-policy.js";
import type { AddressGuard, Transport } from "../platform/transport.js";
import type { AgentContext } from "./agent.js";

export function guardedContext(agentContext: AgentContext, policy: EndpointPolicy): AgentContext {
  if (policy.refuseAddress === undefined) return agentContext;
  const guard: AddressGuard = {
    refuseAddress: (hostname, address) => policy.refuseAddress?.(hostname, address) ?? null,
  };
  const transport: Transport = {
    send: (request) => {
      // Not in a copy: that would make the request's signal, which few exchanges need.
      request.guard ??= guard;
      return agentContext.transport.send(request);
    },
    close: async () => agentContext.transport.close?.(),
  };
  return { ...agentContext, transport };
}
