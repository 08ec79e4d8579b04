/** A network that keeps what is exchanged with the agents of a random form. */
import type { IncomingReply, OutgoingRequest, Transport } from "../../src/index.js";
import type { MemoryNetwork } from "../../src/memory/index.js";
import type { Exchange } from "../../src/wire/derive/index.js";

export class Recorder implements Transport {
  readonly #network: MemoryNetwork;
  readonly #watched: readonly string[];
  readonly #exchanges = new Map<string, Exchange[]>();

  /** @param watched the addresses of the agents of a random form */
  constructor(network: MemoryNetwork, watched: readonly string[]) {
    this.#network = network;
    this.#watched = watched;
  }

  async send(request: OutgoingRequest): Promise<IncomingReply> {
    const reply = await this.#network.send(request);
    if (this.#watched.includes(request.url)) this.#note(request.url, "us", request.body, reply);
    return reply;
  }

  /** The network as an agent of a random form uses it. */
  as(url: string): Transport {
    return {
      send: async (request) => {
        const reply = await this.#network.send(request);
        this.#note(url, "peer", request.body, reply);
        return reply;
      },
    };
  }

  of(url: string): readonly Exchange[] {
    return this.#exchanges.get(url) ?? [];
  }

  #note(url: string, by: Exchange["by"], request: string, { status, body }: IncomingReply): void {
    const known = this.#exchanges.get(url) ?? [];
    this.#exchanges.set(url, [...known, { by, request: json(request), status, reply: json(body) }]);
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
