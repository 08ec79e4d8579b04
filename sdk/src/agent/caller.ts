/** Calls to other agents, typed by the method table and translated into the form that the peer speaks. */
import type { MethodName, MethodTypes, Validator } from "@league-v2/contract";
import type { Client } from "../client/index.js";
import { canonicalCodec, type Peer } from "./codec.js";

/** A row of a role's table of calls, as the contract package emits it. */
export interface CallRow {
  readonly name: string;
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
}

export interface NotifyOptions {
  /** How long it is tried to hand the message over; the client's default if left out. */
  readonly deadlineMs?: number;
}

export class Caller<Calls extends CallTable> {
  readonly #client: Client;
  readonly #calls: Calls;
  readonly #signal: AbortSignal;

  /** @param signal aborts every call of this agent, for its end */
  constructor(client: Client, calls: Calls, signal: AbortSignal) {
    this.#client = client;
    this.#calls = calls;
    this.#signal = signal;
  }

  /** @throws LeagueError, of the kind that says what went wrong */
  async call<M extends keyof Calls & MethodName>(
    peer: Peer,
    method: M,
    message: MethodTypes[M]["request"],
    options: CallOptions = {},
  ): Promise<MethodTypes[M]["replyIn"]> {
    const row = this.row(method);
    const codec = peer.codec ?? canonicalCodec;
    const wire = codec.encodeCall(method, message as object);
    const reply = await this.#client.call(peer.endpoint, { ...row, name: wire.method }, wire.params, {
      signal: options.signal ?? this.#signal,
      ...(options.retries === undefined ? {} : { retries: options.retries }),
      decode: (result) => codec.decodeReply(method, result),
      validateReply: row.validateReply,
    });
    return reply as MethodTypes[M]["replyIn"];
  }

  /** Sends without waiting for an answer to the message. @throws LeagueError when it could not be handed over */
  async notify<M extends keyof Calls & MethodName>(
    peer: Peer,
    method: M,
    message: MethodTypes[M]["request"],
    options: NotifyOptions = {},
  ): Promise<void> {
    const codec = peer.codec ?? canonicalCodec;
    const wire = codec.encodeCall(method, message as object);
    await this.#client.notify(peer.endpoint, { ...this.row(method), name: wire.method }, wire.params, {
      signal: this.#signal,
      ...options,
    });
  }

  /** The table's row of a method: deadline, retries, pause. */
  row(method: keyof Calls): CallRow {
    const row = this.#calls[method];
    if (row === undefined) throw new TypeError(`this role never calls ${String(method)}`);
    return row;
  }
}
