/** A running agent without its table of outgoing calls, which differs by role, and the types of these calls. */
import type { MethodName, MethodTypes, Validator } from "@league-v2/contract";
import type { Health, Role } from "../../domain/role.js";
import type { Exchanges } from "../../metrics/exchanges.js";
import type { Log } from "../../platform/log.js";
import type { AgentContext } from "../core/agent.js";
import type { SenderIdentity } from "../core/sender-identity.js";
import type { Trace } from "../core/trace.js";

/** A running agent. */
export interface AgentCore {
  readonly role: Role;
  readonly agentContext: AgentContext;
  readonly senderIdentity: SenderIdentity;
  /** The calls that were made, for `GET /metrics`; undefined where nothing is counted. */
  readonly called: Exchanges | undefined;
  /** Resolves with the reason of the end. */
  readonly done: Promise<string>;
  /** Aborted when the agent is closed. */
  readonly signal: AbortSignal;
  /** Errors quote the answers of peers, which may contain our token: the log removes it. */
  readonly log: Log;
  /** Calls by another table than the role's own. */
  callerOf<Table extends CallTable>(calls: Table): Calling<Table>;
  /** Adds the token of a received request to the secrets of the log. */
  learnToken(request: unknown): void;
  /** An id that no other conversation has. */
  newConversation(prefix: string): string;
  /** The agent is requested to end; the code that runs it closes it. */
  finish(reason: string): void;
  close(): Promise<void>;
  health(id: string | null, state: string): Health;
  /** Runs work in the background; its failure is a line in the log. */
  background(what: string, work: Promise<unknown>): void;
}

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
