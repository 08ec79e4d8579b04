/** Requests with their answers. */
import type { MessageAnswered, MessageSent } from "./events.js";
import { Spans } from "./history.js";
import type { Parties } from "./parties.js";
import { countUntil } from "./search.js";
import type { AgentView, Exchange } from "./view.js";

type At<T> = T & { readonly at: number };

export class Exchanges {
  readonly #sent: At<MessageSent>[] = [];
  readonly #answers = new Map<number, At<MessageAnswered>>();

  addSent(event: At<MessageSent>): void {
    this.#sent.push(event);
  }

  /** Only the first answer of an exchange counts. */
  addAnswer(event: At<MessageAnswered>): void {
    if (!this.#answers.has(event.exchange)) this.#answers.set(event.exchange, event);
  }

  /** All of them in order of sending. */
  list(parties: Parties): Exchange[] {
    const attempts = new Map<string, number>();
    return this.#sent.map((sent) => {
      const [from, to] = [parties.idOf(sent.from), parties.idOf(sent.to)];
      const key = [from, to, sent.message_type ?? sent.method, sent.conversation_id, sent.match_id].join(
        "\n",
      );
      const attempt = (sent.conversation_id === null ? 0 : (attempts.get(key) ?? 0)) + 1;
      attempts.set(key, attempt);
      return { sent, answer: this.#answers.get(sent.exchange) ?? null, from, to, attempt };
    });
  }
}

/** Exchanges in order of sending, for any moment. */
export class ExchangeLog {
  readonly #exchanges: readonly Exchange[];
  /** From each request to its answer; only exchanges with an answer. */
  readonly #unanswered: Spans;
  /** From each request to its answer or to the end of its deadline, whichever is earlier. */
  readonly #awaited: Spans;

  constructor(exchanges: readonly Exchange[]) {
    this.#exchanges = exchanges;
    this.#unanswered = new Spans(
      exchanges.map(({ sent: { at }, answer }) => ({ begin: at, end: answer?.at ?? at })),
    );
    this.#awaited = new Spans(exchanges.map((one) => ({ begin: one.sent.at, end: endOfWaiting(one) })));
  }

  /** The exchanges until a moment, without later answers. */
  at(t: number): readonly Exchange[] {
    const begun = this.#exchanges.slice(0, this.#begunBy(t));
    for (const index of this.#unanswered.at(t)) {
      const exchange = begun[index];
      if (exchange !== undefined) begun[index] = { ...exchange, answer: null };
    }
    return begun;
  }

  /** The exchanges that wait for an answer at that moment before their deadline. */
  pendingAt(t: number): Exchange[] {
    return this.#awaited.at(t).flatMap((index) => this.#exchanges[index] ?? []);
  }

  #begunBy(t: number): number {
    return countUntil(this.#exchanges, t, ({ sent }) => sent.at);
  }
}

function endOfWaiting({ sent, answer }: Exchange): number {
  return Math.min(answer?.at ?? Number.POSITIVE_INFINITY, sent.at + (sent.deadline_ms ?? 0));
}

/** The traffic of each agent until a given moment. */
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
