/** Requests and their answers, put together and numbered by attempt. */
import type { MessageAnswered, MessageSent } from "./events.js";
import type { Parties } from "./parties.js";
import type { Exchange } from "./view.js";

type At<T> = T & { readonly at: number };

export class Exchanges {
  readonly #sent: At<MessageSent>[] = [];
  readonly #answers = new Map<number, At<MessageAnswered>>();

  addSent(event: At<MessageSent>): void {
    this.#sent.push(event);
  }

  /** An exchange has one answer: the first. */
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

/** Those that have begun by then, with the answers that have come by then. */
export function exchangesAt(exchanges: readonly Exchange[], t: number): Exchange[] {
  const begun = exchanges.slice(0, countUntil(exchanges, t));
  return begun.map((one) => (one.answer !== null && one.answer.at > t ? { ...one, answer: null } : one));
}

/** Those that wait for an answer at that moment and have a deadline which is not long over. */
export function pendingAt(exchanges: readonly Exchange[], t: number): Exchange[] {
  const begun = exchanges.slice(countUntil(exchanges, t - longestDeadlineMs), countUntil(exchanges, t));
  return begun.filter(({ sent, answer }) => {
    const isOpen = answer === null || answer.at > t;
    return isOpen && sent.deadline_ms !== null && t - sent.at <= sent.deadline_ms;
  });
}

/** No deadline of the protocol is longer, in ms. */
const longestDeadlineMs = 120_000;

/** How many have begun by then, found by halving. */
function countUntil(exchanges: readonly Exchange[], t: number): number {
  let [low, high] = [0, exchanges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((exchanges[middle]?.sent.at ?? Number.POSITIVE_INFINITY) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}
