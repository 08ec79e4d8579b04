/** A running agent without its table of outgoing calls, which differs by role. */
import type { Health, Role } from "../../domain/role.js";
import type { Exchanges } from "../../metrics/exchanges.js";
import type { Log } from "../../platform/log.js";
import type { AgentContext } from "../core/agent.js";
import type { SenderIdentity } from "../core/sender-identity.js";
import type { Caller, CallTable } from "./caller.js";

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
  callerOf<Table extends CallTable>(calls: Table): Caller<Table>;
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
