/** An agent whose calls all go where its endpoint policy allows, whatever a name is resolved to in that moment. */

import type { EndpointPolicy } from "../domain/endpoint-policy.js";
import type { AddressGuard, Transport } from "../platform/transport.js";
import type { AgentContext } from "./agent.js";

export function guardedLink(link: AgentContext, policy: EndpointPolicy): AgentContext {
  if (policy.refuseAddress === undefined) return link;
  const guard: AddressGuard = {
    refuseAddress: (hostname, address) => policy.refuseAddress?.(hostname, address) ?? null,
  };
  const transport: Transport = {
    send: (request) => link.transport.send({ guard, ...request }),
    close: async () => link.transport.close?.(),
  };
  return { ...link, transport };
}
