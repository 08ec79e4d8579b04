/** Calls to other agents, typed by the method table. `FormCaller` makes the calls in other forms. */
import type { MethodName, MethodTypes } from "@league-v2/contract";
import { LeagueError } from "../../client/errors.js";
import type { CallerSetting, Calling, CallOptions, CallRow, CallTable } from "../peers/calls.js";
import { count } from "../peers/counted.js";
import type { Peer } from "../peers/peer.js";
import type { FormCaller } from "./form-caller.js";
import { occasionalParts } from "./load-occasional-parts.js";

export class Caller<Calls extends CallTable> implements Calling<Calls> {
  readonly #setting: CallerSetting<Calls>;
  #formCaller: FormCaller | undefined;

  constructor(setting: CallerSetting<Calls>) {
    this.#setting = setting;
  }

  async call<M extends keyof Calls & MethodName>(
    peer: Peer,
    method: M,
    message: MethodTypes[M]["request"],
    options: CallOptions = {},
  ): Promise<MethodTypes[M]["replyIn"]> {
    type Reply = MethodTypes[M]["replyIn"];
    const { client, forms, signal, clock } = this.#setting;
    const row = this.row(method);
    if (options.trace !== undefined || !forms.isCalledCanonically(peer))
      return (await this.inForms()).call(peer, row, message, options) as Promise<Reply>;
    const begun = clock.now();
    try {
      // The negotiation logs its outcome.
      const of = { signal, answerLevel: "debug", ...options } as const;
      const reply = await client.call(peer.endpoint, row, message, of);
      count(this.#setting, row, begun);
      forms.noteCanonicalAnswer(peer.endpoint, row.request);
      return reply as Reply;
    } catch (error) {
      count(this.#setting, row, begun, error);
      if (!(error instanceof LeagueError && error.isAnswer)) throw error;
      const failed = { peer, row, message, options, tried: null };
      return (await this.inForms()).negotiate(error, failed) as Promise<Reply>;
    }
  }

  /** Calls in all forms, and those that belong to a trace. */
  async inForms(): Promise<FormCaller> {
    const { FormCaller } = await occasionalParts.get();
    this.#formCaller ??= new FormCaller(this.#setting);
    return this.#formCaller;
  }

  /** Whether this peer's form has no retries of an unanswered request. */
  asksOnce(peer: Peer): boolean {
    return this.#formCaller?.asksOnce(peer) ?? false;
  }

  /** The table's row of a method: deadline, retries, pause. */
  row(method: keyof Calls): CallRow {
    const row = this.#setting.calls[method];
    if (row === undefined) throw new TypeError(`this role never calls ${String(method)}`);
    return row;
  }
}
