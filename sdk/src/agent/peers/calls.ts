/** Types of a call to another agent: table rows, options, settings. */
import type { MethodName, MethodTypes, Validator } from "@league-v2/contract";
import type { CallingTools } from "../../client/calling.js";
import type { Client } from "../../client/index.js";
import type { Exchanges } from "../../metrics/exchanges.js";
import type { Clock } from "../../platform/clock.js";
import type { Log } from "../../platform/log.js";
import type { Random } from "../../platform/random.js";
import type { Transport } from "../../platform/transport.js";
import type { Trace } from "../core/trace.js";
import type { FormsOfPeers } from "./forms-of-peers.js";
import type { Peer } from "./peer.js";

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
  /** Whether a body that is not a reply is also retried: for messages that must arrive, with a peer that can answer. */
  readonly retryGarbled?: boolean;
  /** For each attempt; the method's own if left out. */
  readonly deadlineMs?: number;
  /** For the only attempt in a form that starts a match with a call which is answered after the match. */
  readonly blockingDeadlineMs?: number;
  /** The W3C trace that the call belongs to. */
  readonly trace?: Trace | undefined;
  /** The level of the log lines about failed attempts; `warn` if left out. */
  readonly failureLevel?: "debug";
  /** False: other forms are not tried when the peer does not support this one. */
  readonly mayTryForms?: boolean;
  /** The first answer of this peer may be in any form: for registrations, which cannot be used to cheat. */
  readonly lenient?: boolean;
  /** Called when the answer is only an acknowledgement: resolves with the reply if the peer sends it as a request. */
  readonly pushedReply?: () => Promise<object | undefined>;
}

export interface NotifyOptions {
  /** The time limit for the delivery of the message, in ms; default: the client's. */
  readonly deadlineMs?: number;
  readonly trace?: Trace | undefined;
}

export interface CallerSetting<Calls> {
  readonly client: Pick<Client, "call">;
  /** The dependencies of the client. */
  readonly tools: CallingTools;
  readonly calls: Calls;
  /** Aborts every call of this agent, for its end. */
  readonly signal: AbortSignal;
  readonly forms: FormsOfPeers;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  /** Undefined where nothing is counted. */
  readonly called: Exchanges | undefined;
  readonly log: Log;
}

/** Calls to other agents, typed by a table of them. */
export interface Calling<Calls extends CallTable> {
  /** @throws LeagueError, of the subclass for the failure */
  call<M extends keyof Calls & MethodName>(
    peer: Peer,
    method: M,
    message: MethodTypes[M]["request"],
    options?: CallOptions,
  ): Promise<MethodTypes[M]["replyIn"]>;
}
