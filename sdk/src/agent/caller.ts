/** Calls to other agents, typed by the method table and translated into the form that the peer speaks. */
import { type MethodName, type MethodTypes, protocolPaths } from "@league-v2/contract";
import type { CallRow as ClientRow } from "../client/client.js";
import { BadJsonError, HttpStatusError, ProtocolFault, RpcReplyError } from "../client/errors.js";
import { answered, calledOutcome } from "../metrics/outcomes.js";
import type { Form } from "../wire/index.js";
import type { CallerSetting, CallOptions, CallRow, CallTable, NotifyOptions } from "./calls.js";
import { loadOccasionalParts, loadWireParts } from "./load-parts.js";
import type { Peer } from "./peer.js";
import type { PeerNegotiator } from "./peer-negotiator.js";
import type { Trace } from "./trace.js";

export class Caller<Calls extends CallTable> {
  readonly #setting: CallerSetting<Calls>;
  /** Endpoints that were spoken to in a form that knows no second question. */
  readonly #askedOnce = new Set<string>();
  #negotiator: Promise<PeerNegotiator> | undefined;

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
    const found = forms.formFor(peer, row.request);
    const form = found instanceof Promise ? await found : found;
    if (form?.profile.asks === "once") this.#askedOnce.add(peer.endpoint);
    try {
      const reply = await this.#send(peer, row, message, options, form);
      if (!forms.isSettled(peer.endpoint)) forms.settle(peer.endpoint, row.request, form);
      return reply as MethodTypes[M]["replyIn"];
    } catch (error) {
      if (!mayBeMisunderstood(error)) throw error;
      this.#negotiator ??= this.#loadNegotiator();
      const negotiator = await this.#negotiator;
      const reply = await negotiator.negotiate(error, {
        ...{ peer, row, message, options, tried: form },
        send: (own, other) => this.#send(peer, row, message, own, other),
      });
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
    const { client, signal, forms } = this.#setting;
    const headers = trace === undefined ? undefined : await this.#traced(trace);
    const row = this.row(method);
    const form = await forms.formFor(peer, row.request);
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
    // A peer that has answered nothing yet is asked in the form that is tried first.
    if (!forms.isSettled(endpoint)) return this.#askedOnce.has(endpoint);
    return forms.settledForm(endpoint)?.profile.asks === "once";
  }

  /** Whether a failed call says that the peer does not know the message. */
  async isForeign(error: unknown): Promise<boolean> {
    const { judgeFailure } = await loadWireParts();
    return judgeFailure(error) === "unknown";
  }

  /** The table's row of a method: deadline, retries, pause. */
  row(method: keyof Calls): CallRow {
    const row = this.#setting.calls[method];
    if (row === undefined) throw new TypeError(`this role never calls ${String(method)}`);
    return row;
  }

  async #loadNegotiator(): Promise<PeerNegotiator> {
    const { PeerNegotiator } = await loadWireParts();
    return new PeerNegotiator(this.#setting, await this.#setting.forms.learned());
  }

  async #traced(trace: Trace): Promise<Record<string, string> | undefined> {
    const { traceHeaders } = await loadOccasionalParts();
    return traceHeaders(trace, this.#setting.random);
  }

  async #send(
    peer: Peer,
    row: CallRow,
    message: object,
    options: CallOptions,
    form: Form | null,
  ): Promise<unknown> {
    const { client, forms } = this.#setting;
    const { signal = this.#setting.signal, retryGarbled, trace, failureLevel } = options;
    const { retries, deadlineMs } = patienceOf(options, form);
    const headers = trace === undefined ? undefined : await this.#traced(trace);
    const calling = client.call(addressOf(peer, form), named(row, form), message, {
      signal,
      // From a peer of a tolerant form, what looks garbled may be its acknowledgement: the message has had its effect.
      ...(retryGarbled === undefined || form?.isTolerant === true ? {} : { retryGarbled }),
      ...(retries === undefined ? {} : { retries }),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(headers === undefined ? {} : { headers }),
      ...(failureLevel === undefined ? {} : { failureLevel }),
      ...(form === null ? {} : { form: forms.callForm(form, row.request, message, peer) }),
    });
    return this.#counted(row, calling);
  }
}

/** Whether something came back at all. */
function mayBeMisunderstood(error: unknown): boolean {
  if (error instanceof RpcReplyError || error instanceof ProtocolFault) return true;
  return error instanceof HttpStatusError || error instanceof BadJsonError;
}

/** A call that is answered after the match is made once, and waited for as long as a match takes. */
function patienceOf(
  { retries, deadlineMs, blockingDeadlineMs }: CallOptions,
  form: Form | null,
): Pick<CallOptions, "retries" | "deadlineMs"> {
  if (blockingDeadlineMs !== undefined && form?.profile.match_start === "blocking") {
    return { retries: 0, deadlineMs: blockingDeadlineMs };
  }
  return {
    ...(retries === undefined ? {} : { retries }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
}

/** Where the peer takes messages of this form. */
function addressOf({ endpoint }: Peer, form: Form | null): string {
  if (form === null || form.profile.path === protocolPaths.mcp) return endpoint;
  return new URL(form.profile.path, endpoint).href;
}

/** The row with the name that the method has in the form: for errors and logs. */
function named(row: CallRow, form: Form | null): ClientRow {
  return form === null ? row : { ...row, name: form.methodName(row.request) };
}
