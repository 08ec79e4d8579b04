/** An agent whose calls all go where its endpoint policy allows, whatever a name is resolved to in that moment. */

import type { EndpointPolicy } from "../domain/endpoint-policy.js";
import type { AddressGuard, Transport } from "../doors/transport.js";
import type { Link } from "./agent.js";

export function guardedLink(link: Link, policy: EndpointPolicy): Link {
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
