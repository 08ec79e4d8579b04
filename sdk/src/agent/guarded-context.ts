/** An agent whose calls all go where its endpoint policy allows, whatever a name is resolved to in that moment. */

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
