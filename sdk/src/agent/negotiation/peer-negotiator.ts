/** Determines the form of a peer after a failed call; loaded for the first such peer. */

import type { Client } from "../../client/client.js";
import { openSession } from "../../mcp/session.js";
import { deadline } from "../../platform/clock.js";
import type { Random } from "../../platform/random.js";
import { defaultBudget, exchange, mcpHeaders } from "../../wire/derive/probe.js";
import type { Exchange } from "../../wire/derive/types.js";
import type { Form } from "../../wire/index.js";
import { type Trace, traceHeaders } from "../core/trace.js";
import type { CallerSetting, CallOptions, CallRow, CallTable } from "../peers/calls.js";
import { isRepeatedUntilAnswered, registrant } from "../peers/message-effects.js";
import type { Peer } from "../peers/peer.js";
import type { PeerFormTable } from "../peers/peer-form-table.js";
import { roleOf } from "../peers/role-of.js";
import { type Failure, FormDerivation, sampleRegistration } from "./derive-form.js";
import { LimitedRequests } from "./limited-requests.js";
import { type AskOrder, probeMatchStart } from "./match-start-probe.js";
import { negotiate } from "./negotiate.js";
import { NegotiationLog } from "./negotiation-log.js";
import { describesItself, type PingAnswer, probeWithPing } from "./ping-probe.js";
import { isRefusedOrder } from "./refused-order.js";
import { sendReady } from "./send-ready.js";

/** A failed call. */
export interface FailedCall {
  readonly peer: Peer;
  readonly row: CallRow;
  readonly message: object;
  readonly options: CallOptions;
  /** The form that was tried; null is canonical. */
  readonly tried: Form | null;
  /** One more attempt in a form. */
  readonly send: (options: CallOptions, form: Form | null) => Promise<unknown>;
}

export class PeerNegotiator {
  readonly #setting: Omit<CallerSetting<CallTable>, "calls">;
  readonly #forms: PeerFormTable;
  /** By endpoint: the answer to the ping, and whether the peer lists its tools or methods. */
  readonly #pinged = new Map<string, Promise<PingAnswer>>();
  readonly #described = new Map<string, Promise<boolean>>();
  readonly #limited: LimitedRequests;
  /** A client whose calls have no effect. */
  readonly #client: Pick<Client, "call">;
  #derivation: FormDerivation | undefined;

  constructor(setting: Omit<CallerSetting<CallTable>, "calls">, forms: PeerFormTable) {
    this.#setting = setting;
    this.#forms = forms;
    this.#limited = new LimitedRequests(setting.transport);
    this.#client = this.#limited.callsOf(setting.client);
  }

  /** The reply in a form that the peer supports. @throws the error of the first attempt, or a more specific one */
  async negotiate(
    error: unknown,
    { peer, row, message, options, tried, send }: FailedCall,
  ): Promise<unknown> {
    const forms = this.#forms;
    const record = new NegotiationLog(this.#setting.log, row.request, peer.endpoint);
    const negotiating = negotiate(error, {
      ...{ forms, peer, row, message, tried },
      lenient: options.lenient ?? forms.isLenient,
      mayTryForms: options.mayTryForms !== false && forms.mayTryOthers(peer.endpoint, row.request),
      pushedReply: forms.strict ? undefined : options.pushedReply,
      attempt: (form) => {
        record.tries(form);
        return send({ ...options, retries: 0, failureLevel: "debug" }, form);
      },
      ask: () => this.#ask(peer.endpoint, options.trace),
      describesItself: () => this.#describesItself(peer.endpoint, options.trace),
      openSession: () => this.#openSession(peer, row, options),
      probeMatchStart: (answer, asked) => this.#probeMatchStart(peer, message, answer, asked),
      isRefusedOrder: (refusal, asked) =>
        this.#ordering(peer, async (ask) => isRefusedOrder(refusal, message, asked, ask)),
      derive: (refusals, hasNoEndpoint) => this.#derive(peer, row, refusals, hasNoEndpoint),
    });
    const reply = await record.follow(negotiating);
    if (!forms.strict && isRepeatedUntilAnswered(row.request))
      void this.#sendReady(peer, row, message, reply).catch(() => {});
    return reply;
  }

  /** Sent after the registration, to a league of another form that lists its tools or methods; a failure is ignored. */
  async #sendReady({ endpoint }: Peer, { request }: CallRow, message: object, reply: unknown): Promise<void> {
    const role = registrant(request);
    const hasTools = this.#forms.ofLeague?.profile.request === "tools_call";
    if (role === undefined || !(hasTools || (await this.#described.get(endpoint)) === true)) return;
    const { conversation_id, timestamp } = { conversation_id: undefined, timestamp: "", ...message };
    const ask = (body: unknown, isMcp: boolean) => this.#exchange(endpoint, body, isMcp);
    await sendReady(reply, { ask, hasTools, role, now: timestamp, conversation_id });
  }

  /** The answer of this peer to a ping; cached, unless there was none. */
  async #ask(endpoint: string, trace: Trace | undefined): Promise<PingAnswer> {
    const known = this.#pinged.get(endpoint);
    if (known !== undefined) return known;
    const { signal, random } = this.#setting;
    const asking = probeWithPing(this.#client, endpoint, () => probeOptions(signal, trace, random));
    this.#pinged.set(endpoint, asking);
    const answer = await asking;
    if (answer.kind === "silent") this.#pinged.delete(endpoint);
    return answer;
  }

  /** Whether this peer lists its tools or methods; cached. */
  #describesItself(endpoint: string, trace: Trace | undefined): Promise<boolean> {
    const { signal, random } = this.#setting;
    const asking =
      this.#described.get(endpoint) ??
      describesItself(this.#client, endpoint, () => probeOptions(signal, trace, random));
    this.#described.set(endpoint, asking);
    return asking;
  }

  /** The form of the supported order, at a referee with this answer to another order. */
  async #probeMatchStart(
    peer: Peer,
    message: object,
    answer: unknown,
    asked: Form,
  ): Promise<Form | undefined> {
    const { registry } = await this.#forms.load();
    return this.#ordering(peer, (ask) => probeMatchStart(answer, message, asked, registry, ask));
  }

  /** Runs a search with orders that name no match; each has the time limit of a probe. */
  #ordering<Found>({ endpoint }: Peer, find: (ask: AskOrder) => Promise<Found>): Promise<Found> {
    return find((body) => this.#exchange(endpoint, body));
  }

  #exchange(url: string, body: unknown, isMcp = false): Promise<Exchange | undefined> {
    const { clock, signal } = this.#setting;
    const limit = deadline(clock, defaultBudget.ms, signal);
    const headers = isMcp ? (this.#forms.sessionOf(url) ?? mcpHeaders) : undefined;
    return exchange({ body }, { transport: this.#limited, url }, limit.signal, headers).finally(
      limit.cleanup,
    );
  }

  /** The form derived from this peer's descriptions, registration and refusals. */
  async #derive(
    peer: Peer,
    { request }: CallRow,
    refusals: readonly Failure[],
    hasNoEndpoint: boolean,
  ): Promise<Form | undefined> {
    const { clock, random } = this.#setting;
    const forms = this.#forms;
    if (forms.strict) return undefined;
    const { registry } = await forms.load();
    const onSession = forms.inSession.bind(forms);
    this.#derivation ??= new FormDerivation({ transport: this.#limited, clock, random, onSession });
    const registered = peer.wire === undefined ? undefined : registry.named(peer.wire);
    const evidence = {
      first: forms.registrationOf(peer.endpoint) ?? sampleRegistration(registered),
      ...{ refusals, hasNoEndpoint },
      type: request,
      known: (forms.formsOf(peer.endpoint).at(-1) ?? registered)?.profile,
    };
    return this.#derivation.derive(peer.endpoint, roleOf(request, peer.about?.recipient), evidence, registry);
  }

  /** Opens an MCP session. False if the server opens none. */
  async #openSession({ endpoint }: Peer, row: CallRow, options: CallOptions): Promise<boolean> {
    const { clock, signal } = this.#setting;
    const limit = deadline(clock, options.deadlineMs ?? row.deadlineMs ?? 0, options.signal ?? signal);
    try {
      const headers = await openSession(this.#limited, endpoint, limit.signal);
      if (headers !== null) this.#forms.inSession(endpoint, headers);
      return headers !== null;
    } catch {
      return false;
    } finally {
      limit.cleanup();
    }
  }
}

/** The options of a probe without an effect. */
function probeOptions(signal: AbortSignal, trace: Trace | undefined, random: Random) {
  const headers = traceHeaders(trace, random);
  return { signal, failureLevel: "debug", ...(headers === undefined ? {} : { headers }) } as const;
}
