/** Sends sample messages to an examined peer, and records the exchanges. */
import { deadline } from "../../platform/clock.js";
import { timestamp } from "../../platform/timestamp.js";
import { isObject } from "../members.js";
import { SpelledCodec } from "../spelled-codec.js";
import type { WireProfile } from "../types.js";
import type { ExamineOptions } from "./examination.js";
import { exchange, mcpHeaders, type Probed } from "./probe.js";
import { sampleMessage, sampleVariables } from "./sample-messages.js";
import type { Exchange } from "./types.js";

/** The maximum number of unanswered messages. */
const mostUnanswered = 3;

export class SampleSender {
  readonly #options: ExamineOptions;
  /** All exchanges so far, those before the examination included. */
  readonly exchanges: Exchange[];
  readonly #sent = new Set<string>();
  readonly #session: Probed["session"];
  requests: number;
  unanswered = 0;

  constructor(options: ExamineOptions, asked: Probed) {
    this.#options = options;
    this.exchanges = [...(options.seen ?? []), ...asked.answers];
    this.requests = asked.answers.length;
    this.#session = asked.session;
  }

  /** The number of different messages that were sent. */
  get sentCount(): number {
    return this.#sent.size;
  }

  /** Sends a message that was not sent in the same text before; undefined without a new exchange. */
  async send(type: string, profile: WireProfile): Promise<Exchange | undefined> {
    const { clock, member } = this.#options;
    const codec = new SpelledCodec(profile);
    const message = sampleMessage(type, timestamp(clock.now()), member);
    const body = codec.request(type, message, 1, sampleVariables(member));
    const text = JSON.stringify({ ...(isObject(body) ? body : {}), now: undefined });
    if (this.#sent.has(text)) return undefined;
    this.#sent.add(text);
    const answer = await this.exchange(body, profile.request === "tools_call", type);
    if (answer === undefined) return undefined;
    const known = { ...answer, request: codec.plain(body) };
    this.exchanges.push(known);
    return known;
  }

  /** Sends a body without recording the exchange; undefined without an answer in time. */
  async exchange(body: unknown, isMcp = false, type?: string): Promise<Exchange | undefined> {
    if (this.unanswered >= mostUnanswered) return undefined;
    this.requests += 1;
    const { answerMs, clock } = this.#options;
    const limit = deadline(clock, typeof answerMs === "number" ? answerMs : answerMs(type));
    const headers = isMcp ? (this.#session ?? mcpHeaders) : undefined;
    const answer = await exchange({ body }, this.#options, limit.signal, headers).finally(limit.cleanup);
    if (answer === undefined) this.unanswered += 1;
    return answer;
  }
}
