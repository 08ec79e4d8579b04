/** Calls in any wire form, and calls that belong to a trace; loaded for the first of them, or for the first failed call. */
import { protocolPaths } from "@league-v2/contract";
import type { CallRow as ClientRow } from "../../client/client.js";
import { LeagueError } from "../../client/errors.js";
import { notifying } from "../../client/notifying.js";
import type { Form } from "../../wire/index.js";
import { traceHeaders } from "../core/trace.js";
import type { FailedCall, PeerNegotiator } from "../negotiation/peer-negotiator.js";
import type { CallerSetting, CallOptions, CallRow, CallTable, NotifyOptions } from "../peers/calls.js";
import { counted } from "../peers/counted.js";
import { formFor } from "../peers/known-forms.js";
import type { Peer } from "../peers/peer.js";
import { wireParts } from "./load-wire-parts.js";

export class FormCaller {
  readonly #setting: CallerSetting<CallTable>;
  /** Endpoints that were called in a form without request retries. */
  readonly #withoutRetries = new Set<string>();
  readonly #notify: ReturnType<typeof notifying>;
  #negotiator: Promise<PeerNegotiator> | undefined;

  constructor(setting: CallerSetting<CallTable>) {
    this.#setting = setting;
    this.#notify = notifying(setting.tools);
  }

  async call(peer: Peer, row: CallRow, message: object, options: CallOptions): Promise<unknown> {
    const { forms } = this.#setting;
    const found = formFor(forms, peer, row.request);
    const form = found instanceof Promise ? await found : found;
    const refusal = forms.loaded?.refusalOf(peer.endpoint, row.request, form);
    if (refusal !== undefined) throw refusal;
    if (form?.profile.asks === "once") this.#withoutRetries.add(peer.endpoint);
    try {
      const reply = await this.#send(peer, row, message, options, form);
      if (form === null) forms.noteCanonicalAnswer(peer.endpoint, row.request);
      else if (forms.loaded?.isSettled(peer.endpoint) === false)
        forms.loaded.settle(peer.endpoint, row.request, form);
      return reply;
    } catch (error) {
      if (!(error instanceof LeagueError && error.isAnswer)) throw error;
      return this.negotiate(error, { peer, row, message, options, tried: form });
    }
  }

  /** The reply in a form that the peer supports. @throws the error of the first attempt, or a more specific one */
  async negotiate(error: LeagueError, failed: Omit<FailedCall, "send">): Promise<unknown> {
    const { peer, row, message } = failed;
    this.#negotiator ??= this.#loadNegotiator();
    const negotiator = await this.#negotiator;
    const send: FailedCall["send"] = (options, form) => this.#send(peer, row, message, options, form);
    return negotiator.negotiate(error, { ...failed, send });
  }

  /** Sends without waiting for an answer. @throws LeagueError if the delivery fails */
  async notify(
    peer: Peer,
    row: CallRow,
    message: object,
    { trace, ...options }: NotifyOptions = {},
  ): Promise<void> {
    const { signal, forms, random } = this.#setting;
    const headers = traceHeaders(trace, random);
    const form = await formFor(forms, peer, row.request);
    const sending = this.#notify(addressOf(peer, form, row.request, message), named(row, form), message, {
      signal,
      ...options,
      ...(headers === undefined ? {} : { headers }),
      ...(await this.#inForm(form, row, message, peer)),
    });
    await counted(this.#setting, row, sending);
  }

  /** Whether this peer's form has no retries of an unanswered request. */
  asksOnce({ endpoint }: Peer): boolean {
    const { loaded, canonical } = this.#setting.forms;
    // A peer without an answer so far is called in the form that is tried first.
    if (!(loaded?.isSettled(endpoint) ?? canonical.has(endpoint))) return this.#withoutRetries.has(endpoint);
    return loaded?.settledForm(endpoint)?.profile.asks === "once";
  }

  async #loadNegotiator(): Promise<PeerNegotiator> {
    const { PeerNegotiator } = await wireParts.get();
    return new PeerNegotiator(this.#setting, await this.#setting.forms.learned());
  }

  async #send(
    peer: Peer,
    row: CallRow,
    message: object,
    options: CallOptions,
    form: Form | null,
  ): Promise<unknown> {
    const { client, random } = this.#setting;
    const { signal = this.#setting.signal, retryGarbled, trace, failureLevel } = options;
    const { retries, deadlineMs } = limitsOf(options, form);
    const headers = traceHeaders(trace, random);
    const calling = client.call(addressOf(peer, form, row.request, message), named(row, form), message, {
      signal,
      answerLevel: "debug",
      // From a peer of a tolerant form, an answer that cannot be read may be its acknowledgement.
      ...(retryGarbled === undefined || form?.isTolerant === true ? {} : { retryGarbled }),
      ...(retries === undefined ? {} : { retries }),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(headers === undefined ? {} : { headers }),
      ...(failureLevel === undefined ? {} : { failureLevel }),
      ...(await this.#inForm(form, row, message, peer)),
    });
    return counted(this.#setting, row, calling);
  }

  /** The call form of the message, if it is not canonical. */
  async #inForm(form: Form | null, { request }: CallRow, message: object, peer: Peer) {
    if (form === null) return {};
    return { form: (await this.#setting.forms.learned()).callForm(form, request, message, peer) };
  }
}

/** A call that is answered after the match has one attempt, with the time limit of a match. */
function limitsOf(
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

/** The peer's address for a message of this form. */
function addressOf({ endpoint, about }: Peer, form: Form | null, type: string, message: object): string {
  if (form === null) return endpoint;
  const path = form.pathOf(type, { ...message }, about);
  return path === protocolPaths.mcp ? endpoint : new URL(path, endpoint).href;
}

/** The row with the method name of the form, for errors and logs. */
function named(row: CallRow, form: Form | null): ClientRow {
  return form === null ? row : { ...row, name: form.methodName(row.request) };
}
