/** A context whose transport calls only addresses that the endpoint policy allows, checked after each name resolution. */

import type { EndpointPolicy } from "../../domain/endpoint-policy.js";
import type { AddressGuard, Transport } from "../../platform/transport.js";
import type { AgentContext } from "./agent.js";

export function guardedContext(agentContext: AgentContext, policy: EndpointPolicy): AgentContext {
  if (policy.refuseAddress === undefined) return agentContext;
  const guard: AddressGuard = {
    refuseAddress: (hostname, address) => policy.refuseAddress?.(hostname, address) ?? null,
  };
  const transport: Transport = {
    send: (request) => {
      // Not in a copy, which would create the request's lazy signal.
      request.guard ??= guard;
      return agentContext.transport.send(request);
    },
    close: async () => agentContext.transport.close?.(),
  };
  return { ...agentContext, transport };
}
