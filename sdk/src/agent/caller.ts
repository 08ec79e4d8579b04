/** Calls to other agents, typed by the method table and translated into the form that the peer speaks. */
import type { MethodName, MethodTypes, Validator } from "@league-v2/contract";
import type { CallRow as ClientRow } from "../client/client.js";
import { HttpStatusError, ProtocolFault, RpcReplyError } from "../client/errors.js";
import type { Client } from "../client/index.js";
import { type Clock, deadline } from "../doors/clock.js";
import type { Random } from "../doors/random.js";
import type { Transport } from "../doors/transport.js";
import type { Exchanges } from "../metrics/exchanges.js";
import { answered, calledOutcome } from "../metrics/outcomes.js";
import type { Form } from "../wire/index.js";
import type { PeerForms } from "./forms.js";
import { loadWireParts } from "./load-wire-parts.js";
import type { Peer } from "./peer.js";
import { type Trace, traceHeaders } from "./trace.js";

/** A row of a role's table of calls, as the contract package emits it. */
export interface CallRow {
  readonly name: string;
  /** Message type of the request. */
  readonly request: string;
  readonly deadlineMs: number | null;
  readonly retries: number;
  readonly retryPauseMs: number | null;
  readonly bestEffort: boolean;
  readonly validateReply: Validator<unknown> | null;
}

export type CallTable = { readonly [method: string]: CallRow };

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Further attempts; the method's own number if left out. */
  readonly retries?: number;
  /** Whether an answer that is none is worth a retry too: for what must arrive, with a peer that can answer. */
  readonly retryGarbled?: boolean;
  /** For each attempt; the method's own if left out. */
  readonly deadlineMs?: number;
  /** Whose work the call belongs to. */
  readonly trace?: Trace | undefined;
  /** The first answer of this peer may be in any form: for registrations, with which nobody can cheat. */
  readonly lenient?: boolean;
}

export interface NotifyOptions {
  /** How long it is tried to hand the message over; the client's default if left out. */
  readonly deadlineMs?: number;
  readonly trace?: Trace | undefined;
}

export interface CallerSetting<Calls> {
  readonly client: Client;
  readonly calls: Calls;
  /** Aborts every call of this agent, for its end. */
  readonly signal: AbortSignal;
  readonly forms: PeerForms;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly called: Exchanges;
}

export class Caller<Calls extends CallTable> {
  readonly #setting: CallerSetting<Calls>;
  /** Endpoints that were spoken to in a form that knows no second question. */
  readonly #askedOnce = new Set<string>();

  constructor(setting: CallerSetting<Calls>) {
    this.#setting = setting;
  }

  /** @throws LeagueError, of the kind that says what went wrong */
  async call<M extends keyof Calls & MethodName>(
    peer: Peer,
    method: M,
    message: MethodTypes[M]["request"],
    options: CallOptions = {},
  ): Promise<MethodTypes[M]["replyIn"]> {
    const { forms } = this.#setting;
    const row = this.row(method);
    const found = forms.formFor(peer);
    const form = found instanceof Promise ? await found : found;
    if (form?.profile.asks === "once") this.#askedOnce.add(peer.endpoint);
    try {
      const reply = await this.#send(peer, row, message, options, form);
      if (!forms.isSettled(peer.endpoint)) forms.settle(peer.endpoint, form);
      return reply as MethodTypes[M]["replyIn"];
    } catch (error) {
      if (!mayBeMisunderstood(error) || !forms.mayTryOthers(peer.endpoint, row.request)) throw error;
      const { otherForm } = await loadWireParts();
      const lenient = options.lenient ?? forms.isLenient;
      const attempt = (one: Form | null) => this.#send(peer, row, message, { ...options, retries: 0 }, one);
      const openSession = () => this.#openSession(peer, row, options);
      const setting = { forms, peer, row, message, lenient, tried: form, attempt, openSession };
      const reply = await otherForm(error, setting);
      return reply as MethodTypes[M]["replyIn"];
    }
  }

  /** Sends without waiting for an answer to the message. @throws LeagueError when it could not be handed over */
  async notify<M extends keyof Calls & MethodName>(
    peer: Peer,
    method: M,
    message: MethodTypes[M]["request"],
    { trace, ...options }: NotifyOptions = {},
  ): Promise<void> {
    const { client, signal, forms, random } = this.#setting;
    const headers = traceHeaders(trace, random);
    const row = this.row(method);
    const form = await forms.formFor(peer);
    const handing = client.notify(peer.endpoint, named(row, form), message as object, {
      signal,
      ...options,
      ...(headers === undefined ? {} : { headers }),
      ...(form === null ? {} : { form: forms.callForm(form, row.request, message as object, peer) }),
    });
    await this.#counted(row, handing);
  }

  /** Notes what becomes of a call, under the name that the method has in the contract. */
  #counted<T>(row: CallRow, work: Promise<T>): Promise<T> {
    const { called, clock } = this.#setting;
    const begun = clock.now();
    const note = (outcome: string) => called.of(row.name).add(outcome, clock.now() - begun);
    work.then(
      () => note(answered),
      (error: unknown) => note(calledOutcome(error)),
    );
    return work;
  }

  /** Whether this peer's form knows no second question after a missed one. */
  asksOnce({ endpoint }: Peer): boolean {
    const { forms } = this.#setting;
    // Whoever has answered nothing yet is asked in the form that is tried first.
    if (!forms.isSettled(endpoint)) return this.#askedOnce.has(endpoint);
    return forms.settledForm(endpoint)?.profile.asks === "once";
  }

  /** The table's row of a method: deadline, retries, pause. */
  row(method: keyof Calls): CallRow {
    const row = this.#setting.calls[method];
    if (row === undefined) throw new TypeError(`this role never calls ${String(method)}`);
    return row;
  }

  /** For an MCP server that answers nobody outside of a session. False if it opens none. */
  async #openSession({ endpoint }: Peer, row: CallRow, options: CallOptions): Promise<boolean> {
    const { openSession } = await loadWireParts();
    const { transport, clock, signal, forms } = this.#setting;
    const limit = deadline(clock, options.deadlineMs ?? row.deadlineMs ?? 0, options.signal ?? signal);
    try {
      const headers = await openSession(transport, endpoint, limit.signal);
      if (headers !== null) forms.inSession(endpoint, headers);
      return headers !== null;
    } catch {
      return false;
    } finally {
      limit.cleanup();
    }
  }

  #send(
    peer: Peer,
    row: CallRow,
    message: object,
    { signal = this.#setting.signal, retries, retryGarbled, deadlineMs, trace }: CallOptions,
    form: Form | null,
  ): Promise<unknown> {
    const { client, forms, random } = this.#setting;
    const headers = traceHeaders(trace, random);
    const calling = client.call(peer.endpoint, named(row, form), message, {
      signal,
      ...(retryGarbled === undefined ? {} : { retryGarbled }),
      ...(retries === undefined ? {} : { retries }),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(headers === undefined ? {} : { headers }),
      ...(form === null ? {} : { form: forms.callForm(form, row.request, message, peer) }),
    });
    return this.#counted(row, calling);
  }
}

/** Whether something came back at all. */
function mayBeMisunderstood(error: unknown): boolean {
  return error instanceof RpcReplyError || error instanceof ProtocolFault || error instanceof HttpStatusError;
}

/** The row with the name that the method has in the form: for errors and logs. */
function named(row: CallRow, form: Form | null): ClientRow {
  return form === null ? row : { ...row, name: form.methodName(row.request) };
}
