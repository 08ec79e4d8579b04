/** Calls in any wire form, and calls that belong to a trace; loaded when the first of them is made, or a call goes wrong. */
import { protocolPaths } from "@league-v2/contract";
import type { CallRow as ClientRow } from "../client/client.js";
import { LeagueError } from "../client/errors.js";
import { notifying } from "../client/notifying.js";
import type { Form } from "../wire/index.js";
import type { CallerSetting, CallOptions, CallRow, CallTable, NotifyOptions } from "./calls.js";
import { counted } from "./counted.js";
import { formFor } from "./known-forms.js";
import { wireParts } from "./load-wire-parts.js";
import type { Peer } from "./peer.js";
import type { FailedCall, PeerNegotiator } from "./peer-negotiator.js";
import { traceHeaders } from "./trace.js";

export class FormCaller {
  readonly #setting: CallerSetting<CallTable>;
  /** Endpoints that were called in a form without repeated requests. */
  readonly #askedOnce = new Set<string>();
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
    if (form?.profile.asks === "once") this.#askedOnce.add(peer.endpoint);
    try {
      const reply = await this.#send(peer, row, message, options, form);
      if (form === null) forms.answeredPlainly(peer.endpoint, row.request);
      else if (forms.loaded?.isSettled(peer.endpoint) === false)
        forms.loaded.settle(peer.endpoint, row.request, form);
      return reply;
    } catch (error) {
      if (!(error instanceof LeagueError && error.isAnswer)) throw error;
      return this.negotiate(error, { peer, row, message, options, tried: form });
    }
  }

  /** The reply in a form that the peer understands. @throws the error of the first attempt, or a better one */
  async negotiate(error: LeagueError, failed: Omit<FailedCall, "send">): Promise<unknown> {
    const { peer, row, message } = failed;
    this.#negotiator ??= this.#loadNegotiator();
    const negotiator = await this.#negotiator;
    const send: FailedCall["send"] = (options, form) => this.#send(peer, row, message, options, form);
    return negotiator.negotiate(error, { ...failed, send });
  }

  /** Sends without waiting for an answer to the message. @throws LeagueError when it could not be handed over */
  async notify(
    peer: Peer,
    row: CallRow,
    message: object,
    { trace, ...options }: NotifyOptions = {},
  ): Promise<void> {
    const { signal, forms, random } = this.#setting;
    const headers = traceHeaders(trace, random);
    const form = await formFor(forms, peer, row.request);
    const handing = this.#notify(peer.endpoint, named(row, form), message, {
      signal,
      ...options,
      ...(headers === undefined ? {} : { headers }),
      ...(await this.#inForm(form, row, message, peer)),
    });
    await counted(this.#setting, row, handing);
  }

  /** Whether this peer's form has no repetition of a missed request. */
  asksOnce({ endpoint }: Peer): boolean {
    const { loaded, canonical } = this.#setting.forms;
    // A peer that has answered nothing yet is asked in the form that is tried first.
    if (!(loaded?.isSettled(endpoint) ?? canonical.has(endpoint))) return this.#askedOnce.has(endpoint);
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
    const calling = client.call(addressOf(peer, form), named(row, form), message, {
      signal,
      // From a peer of a tolerant form, a garbled answer may be its acknowledgement: the message has had its effect.
      ...(retryGarbled === undefined || form?.isTolerant === true ? {} : { retryGarbled }),
      ...(retries === undefined ? {} : { retries }),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(headers === undefined ? {} : { headers }),
      ...(failureLevel === undefined ? {} : { failureLevel }),
      ...(await this.#inForm(form, row, message, peer)),
    });
    return counted(this.#setting, row, calling);
  }

  /** How the client writes and reads the message, for a form that is not canonical. */
  async #inForm(form: Form | null, { request }: CallRow, message: object, peer: Peer) {
    if (form === null) return {};
    return { form: (await this.#setting.forms.learned()).callForm(form, request, message, peer) };
  }
}

/** A call that is answered after the match is made once, and waited for as long as a match takes. */
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

/** Where the peer takes messages of this form. */
function addressOf({ endpoint }: Peer, form: Form | null): string {
  if (form === null || form.profile.path === protocolPaths.mcp) return endpoint;
  return new URL(form.profile.path, endpoint).href;
}

/** The row with the name that the method has in the form: for errors and logs. */
function named(row: CallRow, form: Form | null): ClientRow {
  return form === null ? row : { ...row, name: form.methodName(row.request) };
}
