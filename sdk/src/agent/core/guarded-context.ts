/** A context whose transport calls only addresses that the endpoint policy allows, checked after each name resolution. */

import type { EndpointPolicy } from "../../domain/endpoint-policy.js";
import type { AddressGuard, IncomingReply, OutgoingRequest, Transport } from "../../platform/transport.js";
import type { AgentContext } from "./agent.js";

export function guardedContext(agentContext: AgentContext, policy: EndpointPolicy): AgentContext {
  if (policy.refuseAddress === undefined) return agentContext;
  const guard: AddressGuard = {
    refuseAddress: (hostname, address) => policy.refuseAddress?.(hostname, address) ?? null,
  };
  return { ...agentContext, transport: new GuardedTransport(agentContext.transport, guard) };
}

class GuardedTransport implements Transport {
  readonly #transport: Transport;
  readonly #guard: AddressGuard;

  constructor(transport: Transport, guard: AddressGuard) {
    this.#transport = transport;
    this.#guard = guard;
  }

  send(request: OutgoingRequest): Promise<IncomingReply> {
    return this.#transport.send({ guard: this.#guard, ...request });
  }

  async close(): Promise<void> {
    await this.#transport.close?.();
  }
}
