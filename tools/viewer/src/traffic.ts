/** The traffic of each agent until a given moment. */
import { countUntil } from "./search.js";
import type { AgentView, Exchange } from "./view.js";

export type TrafficCount = Pick<AgentView, "sent" | "received" | "failures" | "trouble">;

interface OfAgent {
  /** The times of its requests, ascending. */
  readonly sent: number[];
  /** Requests to it, in order of sending. */
  readonly received: Exchange[];
  /** The times of failed requests to it, ascending. */
  readonly failed: number[];
}

export class Traffic {
  readonly #agents = new Map<string, OfAgent>();

  /** @param exchanges in order of sending */
  constructor(exchanges: readonly Exchange[]) {
    for (const exchange of exchanges) {
      const { sent, answer, from, to } = exchange;
      this.#of(from).sent.push(sent.at);
      const receiver = this.#of(to);
      receiver.received.push(exchange);
      if (answer !== null && answer.failure !== null) receiver.failed.push(answer.at);
    }
    for (const { failed } of this.#agents.values()) failed.sort((a, b) => a - b);
  }

  at(id: string, t: number): TrafficCount {
    const { sent, received, failed } = this.#agents.get(id) ?? { sent: [], received: [], failed: [] };
    const begun = received.slice(
      0,
      countUntil(received, t, (exchange) => exchange.sent.at),
    );
    const answered = begun.findLast(({ answer }) => answer !== null && answer.at <= t);
    return {
      sent: countUntil(sent, t, (at) => at),
      received: begun.length,
      failures: countUntil(failed, t, (at) => at),
      trouble: answered?.answer?.failure ?? null,
    };
  }

  #of(id: string): OfAgent {
    const known = this.#agents.get(id) ?? { sent: [], received: [], failed: [] };
    this.#agents.set(id, known);
    return known;
  }
}
