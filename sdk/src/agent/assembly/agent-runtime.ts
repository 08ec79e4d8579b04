/** The runtime of an agent, common to the three roles: platform, sender identity, outgoing calls, shutdown. */
import {
  protocolBackoff,
  protocolDefaultDeadlineMs,
  protocolLimits,
  protocolSpecVersion,
} from "@league-v2/contract";
import { type CallingTools, calling } from "../../client/calling.js";
import type { Client } from "../../client/client.js";
import { generateConversationId } from "../../client/conversation-id.js";
import type { Health } from "../../domain/health.js";
import type { Role } from "../../domain/role.js";
import { Exchanges } from "../../metrics/exchanges.js";
import type { LogEntry } from "../../platform/log.js";
import type { AgentContext } from "../core/agent.js";
import { describeError } from "../core/describe-error.js";
import { learnSecret } from "../core/secrets.js";
import { SenderIdentity } from "../core/sender-identity.js";
import type { CallTable } from "../peers/calls.js";
import type { AgentCore } from "../serving/agent-core.js";
import { Caller } from "./caller.js";
import { type OccasionalParts, occasionalParts } from "./load-occasional-parts.js";
import { PeerWireForms } from "./peer-wire-forms.js";

export class AgentRuntime<Calls extends CallTable> implements AgentCore {
  readonly role: Role;
  readonly agentContext: AgentContext;
  readonly strict: boolean;
  readonly senderIdentity: SenderIdentity;
  readonly caller: Caller<Calls>;
  readonly client: Pick<Client, "call">;
  readonly called: Exchanges | undefined;
  readonly forms: PeerWireForms;
  readonly #startedAt: number;
  readonly #closing = new AbortController();
  readonly #ending = ending();
  readonly done = this.#ending.promise;
  readonly #tools: CallingTools;
  /** Tokens that no log line may contain. */
  readonly #secrets = new Set<string>();

  /** @param strict see `docs/leniency.md`: whether what is accepted there is refused */
  constructor(role: Role, agentContext: AgentContext, sender: string, calls: Calls, strict = false) {
    this.role = role;
    this.strict = strict;
    this.agentContext = agentContext;
    this.senderIdentity = new SenderIdentity(agentContext.clock, sender);
    this.#startedAt = agentContext.clock.now();
    const { transport, clock, random, log, metrics = true } = agentContext;
    this.#tools = {
      transport,
      clock,
      random,
      backoff: protocolBackoff,
      limits: protocolLimits,
      defaultDeadlineMs: () => protocolDefaultDeadlineMs,
      read: (reply, id, place, rules) =>
        occasionalParts.use(({ readReply, explain }) => readReply(reply, id, place, { ...rules, explain })),
      note: log && ((note) => this.#log(note.level, ({ callEntry }) => callEntry(note))),
    };
    this.client = { call: calling(this.#tools) };
    this.forms = new PeerWireForms({
      endpoint: agentContext.endpoint,
      choice: agentContext.wire ?? "auto",
      league: agentContext.league,
      strict,
      now: () => this.senderIdentity.now(),
    });
    this.called = metrics ? new Exchanges(Object.keys(calls)) : undefined;
    this.caller = this.callerOf(calls);
  }

  callerOf<Table extends CallTable>(calls: Table): Caller<Table> {
    const { client, forms, signal, called } = this;
    const { transport, clock, random } = this.agentContext;
    const [tools, log] = [this.#tools, this.log.bind(this)];
    return new Caller({ client, tools, calls, signal, forms, transport, clock, random, called, log });
  }

  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  learnToken(request: unknown): void {
    const { auth_token } = (request ?? {}) as { auth_token?: unknown };
    if (this.agentContext.log !== undefined && typeof auth_token === "string")
      learnSecret(this.#secrets, auth_token);
  }

  log(entry: LogEntry): void {
    this.#log(entry.level, () => entry);
  }

  /** An entry is created and redacted only if the log writes its level. */
  #log(level: LogEntry["level"], entry: (parts: OccasionalParts) => LogEntry): void {
    const { log } = this.agentContext;
    if (log === undefined || log.writes?.(level) === false) return;
    learnSecret(this.#secrets, this.senderIdentity.token);
    const writing = occasionalParts.use((parts) => {
      log(new parts.Redactor(this.#secrets).value(entry(parts)) as LogEntry);
    });
    // A log that throws, or code that cannot be loaded, must not end the agent.
    if (writing instanceof Promise) writing.catch(() => {});
  }

  newConversation(prefix: string): string {
    return generateConversationId(this.agentContext.random, prefix);
  }

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
      dialects: ["canonical", "flat", "mcp"],
      spec_version: protocolSpecVersion,
    };
  }

  background(what: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (this.signal.aborted) return;
      this.log({
        level: "warn",
        message: `${what}: ${describeError(error)}`,
      });
    });
  }
}

/** The first that an older platform does not have. */
function ending(): PromiseWithResolvers<string> {
  if (!("withResolvers" in Promise)) throw new Error("league.v2 needs Node.js 22.16 or newer");
  return Promise.withResolvers();
}
