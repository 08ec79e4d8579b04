/** Types of a call to another agent. */
import type { MethodName, MethodTypes, Validator } from "@league-v2/contract";
import type { Trace } from "./trace.js";

/** A row of a role's table of calls, as the contract package emits it. */
export interface CallRow {
  readonly name: string;
  readonly deadlineMs: number | null;
  readonly retries: number;
  readonly retryPauseMs: number | null;
  readonly validateReply: Validator<unknown> | null;
}

export type CallTable = { readonly [method: string]: CallRow };

export interface CallOptions {
  /** Default: ends with the agent. */
  readonly signal?: AbortSignal;
  /** Further attempts; the method's own number if left out. */
  readonly retries?: number;
  /** Whether an answer that is no JSON-RPC response is also retried: for messages that must arrive. */
  readonly retryGarbled?: boolean;
  /** For each attempt; the method's own if left out. */
  readonly deadlineMs?: number;
  /** The W3C trace that the call belongs to. */
  readonly trace?: Trace | undefined;
}

/** Calls to other agents, typed by a table of them. */
export interface Calling<Calls extends CallTable> {
  /** @throws LeagueError, of the subclass for the failure */
  call<M extends keyof Calls & MethodName>(
    endpoint: string,
    method: M,
    message: MethodTypes[M]["request"],
    options?: CallOptions,
  ): Promise<MethodTypes[M]["replyIn"]>;
}
