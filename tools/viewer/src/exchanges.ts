/** Requests with their answers, in order of sending, and the agents between which they go. */
import type { AgentCard, LeagueOpened, MessageAnswered, MessageSent } from "./events.js";
import { countUntil } from "./order.js";
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

export const managerId = "league_manager";

/** Finds an agent's id by its address or by its name in a message. */
export class Parties {
  readonly #byOrigin = new Map<string, string>();

  open({ managers }: LeagueOpened): void {
    for (const address of managers) this.#byOrigin.set(originOf(address), managerId);
  }

  add({ endpoint, id }: AgentCard): void {
    const origin = originOf(endpoint);
    if (!this.#byOrigin.has(origin)) this.#byOrigin.set(origin, id);
  }

  /** The id; for an unknown agent its name or address. */
  idOf(party: string): string {
    if (isAddress(party))
      return this.#byOrigin.get(originOf(party)) ?? originOf(party).replace(/^\w+:\/\//, "");
    if (party.startsWith(managerId)) return managerId;
    return /^(?:player|referee):(.+)$/.exec(party)?.[1] ?? party;
  }
}

function isAddress(party: string): boolean {
  return /^https?:\/\//.test(party);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
