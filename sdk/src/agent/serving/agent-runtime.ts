/** The runtime of an agent, common to the three roles: platform, sender identity, outgoing calls, shutdown. */
import {
  protocolBackoff,
  protocolDefaultDeadlineMs,
  protocolLimits,
  protocolSpecVersion,
} from "@league-v2/contract";
import { type CallingTools, calling, generateConversationId, notifying } from "../../client/calling.js";
import type { Client } from "../../client/client.js";
import type { Health, Role } from "../../domain/role.js";
import { Exchanges } from "../../metrics/exchanges.js";
import { describeError, type Log, learnSecret } from "../../platform/log.js";
import { redactedLog } from "../../platform/redacted-log.js";
import type { AgentContext } from "../core/agent.js";
import { refusals } from "../core/on-demand-parts.js";
import { SenderIdentity } from "../core/sender-identity.js";
import { Caller, type CallTable } from "./caller.js";

/** A running agent without its own table of outgoing calls, which differs by role. */
export type AgentCore = Omit<AgentRuntime<CallTable>, "caller">;

export class AgentRuntime<Calls extends CallTable> {
  readonly role: Role;
  readonly agentContext: AgentContext;
  readonly senderIdentity: SenderIdentity;
  readonly caller: Caller<Calls>;
  /** The calls that were made, for `GET /metrics`; undefined where nothing is counted. */
  readonly called: Exchanges | undefined;
  /** Errors quote the answers of peers, which may contain our token: the log removes it. */
  readonly log: Log;
  readonly #client: Pick<Client, "call" | "notify">;
  readonly #startedAt: number;
  readonly #closing = new AbortController();
  readonly #ending = ending();
  /** Resolves with the reason of the end. */
  readonly done = this.#ending.promise;
  /** Tokens that no log line may contain. */
  readonly #secrets = new Set<string>();

  constructor(role: Role, agentContext: AgentContext, sender: string, calls: Calls) {
    const { transport, clock, random, log, metrics = true } = agentContext;
    this.role = role;
    this.agentContext = agentContext;
    this.senderIdentity = new SenderIdentity(clock, sender);
    this.log = redactedLog(log, this.#secrets, this.senderIdentity);
    this.called = metrics ? new Exchanges(Object.keys(calls)) : undefined;
    this.#startedAt = clock.now();
    const tools: CallingTools = {
      transport,
      clock,
      random,
      readRefused: async (validate, value) => (await refusals.get()).readRefused(validate, value),
      backoff: protocolBackoff,
      limits: protocolLimits,
      defaultDeadlineMs: () => protocolDefaultDeadlineMs,
      log: log && this.log,
    };
    this.#client = { call: calling(tools), notify: notifying(tools) };
    this.caller = this.callerOf(calls);
  }

  /** Calls by another table than the role's own. */
  callerOf<Table extends CallTable>(calls: Table): Caller<Table> {
    const { signal, called } = this;
    const { clock, random } = this.agentContext;
    return new Caller({ client: this.#client, calls, signal, clock, random, called });
  }

  /** Aborted when the agent is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Adds the token of a received request to the secrets of the log. */
  learnToken(request: unknown): void {
    const { auth_token } = (request ?? {}) as { auth_token?: unknown };
    if (this.agentContext.log !== undefined && typeof auth_token === "string")
      learnSecret(this.#secrets, auth_token);
  }

  /** An id that no other conversation has. */
  newConversation(prefix: string): string {
    return generateConversationId(this.agentContext.random, prefix);
  }

  /** The agent is requested to end; the code that runs it closes it. */
  finish(reason: string): void {
    this.#ending.resolve(reason);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("the agent is closed"));
    this.#ending.resolve("closed");
  }

  health(id: string | null, state: string): Health {
    return {
      role: this.role,
      id,
      state,
      uptime_ms: this.agentContext.clock.now() - this.#startedAt,
      dialects: ["canonical"],
      spec_version: protocolSpecVersion,
    };
  }

  /** Runs work in the background; its failure is a line in the log. */
  background(what: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (this.signal.aborted) return;
      this.log({ level: "warn", message: `${what}: ${describeError(error)}` });
    });
  }
}

/** The first that an older platform does not have. */
function ending(): PromiseWithResolvers<string> {
  if (!("withResolvers" in Promise)) throw new Error("league.v2 needs Node.js 22.16 or newer");
  return Promise.withResolvers();
}
