/** Requests with their answers, in order of sending. */
import type { MessageAnswered, MessageSent } from "./events.js";
import { countUntil } from "./order.js";
import type { Parties } from "./parties.js";
import type { AgentView, Exchange } from "./view.js";

type At<T> = T & { readonly at: number };

/** @param sent in order of time @param answers the first answer of each exchange */
export function exchangesOf(
  sent: readonly At<MessageSent>[],
  answers: ReadonlyMap<number, At<MessageAnswered>>,
  parties: Parties,
): Exchange[] {
  const attempts = new Map<string, number>();
  return sent.map((message) => {
    const { conversation_id, exchange, message_type, method, match_id } = message;
    const [from, to] = [parties.idOf(message.from), parties.idOf(message.to)];
    const key = [from, to, message_type ?? method, conversation_id, match_id].join("\n");
    const attempt = (conversation_id === null ? 0 : (attempts.get(key) ?? 0)) + 1;
    attempts.set(key, attempt);
    return { sent: message, answer: answers.get(exchange) ?? null, from, to, attempt };
  });
}

/** The exchanges until a moment, without later answers. */
export function exchangesAt(exchanges: readonly Exchange[], t: number): readonly Exchange[] {
  return begunBy(exchanges, t).map((one) => (isAnswered(one, t) ? one : { ...one, answer: null }));
}

/** The exchanges that wait for an answer at a moment before their deadline. */
export function pendingAt(exchanges: readonly Exchange[], t: number): readonly Exchange[] {
  return begunBy(exchanges, t).filter(
    (one) => t < one.sent.at + (one.sent.deadline_ms ?? 0) && !isAnswered(one, t),
  );
}

function begunBy(exchanges: readonly Exchange[], t: number): readonly Exchange[] {
  return exchanges.slice(
    0,
    countUntil(exchanges, t, ({ sent }) => sent.at),
  );
}

const isAnswered = ({ answer }: Exchange, t: number) => answer !== null && answer.at <= t;

/** The traffic of an agent until a given moment. */
export type TrafficCount = Pick<AgentView, "sent" | "received" | "failures" | "trouble">;

export const noTraffic: TrafficCount = { sent: 0, received: 0, failures: 0, trouble: null };

/** By the id of the agent. */
export function trafficAt(exchanges: readonly Exchange[], t: number): ReadonlyMap<string, TrafficCount> {
  const counts = new Map<string, TrafficCount>();
  const of = (id: string) => counts.get(id) ?? noTraffic;
  for (const { from, to, answer } of exchangesAt(exchanges, t)) {
    counts.set(from, { ...of(from), sent: of(from).sent + 1 });
    const { received, failures, trouble } = of(to);
    counts.set(to, {
      ...of(to),
      received: received + 1,
      failures: failures + (answer !== null && answer.failure !== null ? 1 : 0),
      trouble: answer === null ? trouble : answer.failure,
    });
  }
  return counts;
}
