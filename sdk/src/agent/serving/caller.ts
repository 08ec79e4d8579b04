/** Calls to other agents, typed by the method table, counted, and as a part of their trace. */
import type { MethodName, MethodTypes } from "@league-v2/contract";
import type { CallRow, Client, CallOptions as ClientCallOptions } from "../../client/client.js";
import { LeagueError } from "../../client/errors.js";
import type { Exchanges } from "../../metrics/exchanges.js";
import type { Clock } from "../../platform/clock.js";
import type { Random } from "../../platform/random.js";
import { traces } from "../core/on-demand-parts.js";
import type { Trace } from "../core/trace.js";

/** A role's table of calls, as the contract package emits it. */
export type CallTable = { readonly [method: string]: CallRow };

export interface CallOptions extends Omit<ClientCallOptions<unknown>, "headers" | "validateReply"> {
  /** The W3C trace that the call belongs to. */
  readonly trace?: Trace | undefined;
}

interface CallerSetting<Calls> {
  readonly client: Pick<Client, "call" | "notify">;
  readonly calls: Calls;
  /** Aborts every call of this agent, for its end. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: Random;
  /** Undefined where nothing is counted. */
  readonly called: Exchanges | undefined;
}

export class Caller<Calls extends CallTable> {
  readonly #setting: CallerSetting<Calls>;

  constructor(setting: CallerSetting<Calls>) {
    this.#setting = setting;
  }

  /** @throws LeagueError, of the subclass for the failure */
  call<M extends keyof Calls & MethodName>(
    endpoint: string,
    method: M,
    message: MethodTypes[M]["request"],
    options: CallOptions = {},
  ): Promise<MethodTypes[M]["replyIn"]> {
    const row = this.row(method);
    return this.#send(row, options, (own) =>
      this.#setting.client.call(endpoint, row, message, own),
    ) as Promise<MethodTypes[M]["replyIn"]>;
  }

  /** Sends without waiting for a reply. @throws LeagueError if the delivery fails */
  notify<M extends keyof Calls & MethodName>(
    endpoint: string,
    method: M,
    message: MethodTypes[M]["request"],
    options: Pick<CallOptions, "deadlineMs" | "trace"> = {},
  ): Promise<void> {
    const row = this.row(method);
    return this.#send(row, options, (own) => this.#setting.client.notify(endpoint, row, message, own));
  }

  /** The table's row of a method: deadline, retries, pause. */
  row(method: keyof Calls): CallRow {
    const row = this.#setting.calls[method];
    if (row === undefined) throw new TypeError(`this role never calls ${String(method)}`);
    return row;
  }

  async #send<T>(
    { name }: CallRow,
    { trace, ...options }: CallOptions,
    send: (options: ClientCallOptions<unknown>) => Promise<T>,
  ): Promise<T> {
    const { called, clock, random, signal } = this.#setting;
    const begun = clock.now();
    try {
      const headers = trace && (await traces.get()).traceHeaders(trace, random);
      const reply = await send({ signal, ...options, headers });
      called?.add(name, "answered", clock.now() - begun);
      return reply;
    } catch (error) {
      const outcome = error instanceof LeagueError ? error.outcome : "garbled";
      called?.add(name, outcome, clock.now() - begun);
      throw error;
    }
  }
}
