/** Sends requests without an effect, and counts them: each peer gets as many as a derivation may use, and no more. */
import type { Client } from "../../client/client.js";
import { UnreachableError } from "../../client/errors.js";
import {
  type IncomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "../../platform/transport.js";
import { defaultBudget } from "../../wire/derive/probe.js";

export class LimitedRequests implements Transport {
  readonly #transport: Transport;
  /** By the origin of the address, since the descriptions of a peer are at other paths. */
  readonly #sent = new Map<string, number>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** How many requests this peer may still get. */
  left(url: string): number {
    return defaultBudget.requests - (this.#sent.get(new URL(url).origin) ?? 0);
  }

  /** @throws TransportError, also when the limit of requests is reached: the form is derived from the answers so far */
  async send(request: OutgoingRequest): Promise<IncomingReply> {
    this.#count(request.url);
    return this.#transport.send(request);
  }

  /** Calls without an effect by the agent's own client, which assigns separate ids to them. */
  callsOf(client: Pick<Client, "call">): Pick<Client, "call"> {
    return {
      call: async (url, row, message, options) => {
        try {
          this.#count(url);
        } catch (error) {
          throw new UnreachableError({ method: row.name, url }, error as Error);
        }
        return client.call(url, row, message, options);
      },
    };
  }

  #count(url: string): void {
    const left = this.left(url);
    if (left <= 0) throw new TransportError("aborted", "the peer has got all requests without an effect");
    this.#sent.set(new URL(url).origin, defaultBudget.requests - left + 1);
  }
}
