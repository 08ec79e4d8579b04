/** What the three roles have in common while they run: platform, sender identity, calls to others, the end. */
import {
  protocolBackoff,
  protocolDefaultDeadlineMs,
  protocolLimits,
  protocolSpecVersion,
} from "@league-v2/contract";
import { type CallingTools, calling } from "../client/calling.js";
import type { Client } from "../client/client.js";
import { generateConversationId } from "../client/conversation-id.js";
import type { Health } from "../domain/health.js";
import type { Role } from "../domain/role.js";
import { Exchanges } from "../metrics/exchanges.js";
import type { LogEntry } from "../platform/log.js";
import type { AgentContext } from "./agent.js";
import { Caller } from "./caller.js";
import type { CallTable } from "./calls.js";
import { describeError } from "./describe-error.js";
import { type OccasionalParts, withOccasionalParts } from "./load-parts.js";
import { PeerWireForms } from "./peer-wire-forms.js";
import { learnSecret } from "./secrets.js";
import { SenderIdentity } from "./sender-identity.js";

/** An agent runtime without its calls, which differ from role to role. */
export type AgentCore = Omit<AgentRuntime<CallTable>, "caller">;

export class AgentRuntime<Calls extends CallTable> {
  readonly role: Role;
  readonly agentContext: AgentContext;
  readonly strict: boolean;
  readonly senderIdentity: SenderIdentity;
  readonly caller: Caller<Calls>;
  readonly client: Pick<Client, "call">;
  /** The calls that were made, for `GET /metrics`; undefined where nothing is counted. */
  readonly called: Exchanges | undefined;
  /** In which form each peer is spoken to. */
  readonly forms: PeerWireForms;
  /** Resolves with the reason of the end. */
  readonly done: Promise<string>;
  readonly #bornAt: number;
  readonly #closing = new AbortController();
  readonly #tools: CallingTools;
  /** What no log line may show. */
  readonly #secrets = new Set<string>();
  #finish: (reason: string) => void = () => {};

  /** @param strict see `docs/leniency.md`: whether what is accepted there is refused */
  constructor(role: Role, agentContext: AgentContext, sender: string, calls: Calls, strict = false) {
    this.role = role;
    this.strict = strict;
    this.agentContext = agentContext;
    this.senderIdentity = new SenderIdentity(agentContext.clock, sender);
    this.#bornAt = agentContext.clock.now();
    const { transport, clock, random, log, metrics = true } = agentContext;
    this.#tools = {
      transport,
      clock,
      random,
      backoff: protocolBackoff,
      limits: protocolLimits,
      defaultDeadlineMs: () => protocolDefaultDeadlineMs,
      read: (reply, id, place, rules) =>
        withOccasionalParts(({ readReply, explain }) => readReply(reply, id, place, { ...rules, explain })),
      note: log && ((note) => this.#log(note.level, ({ callEntry }) => callEntry(note))),
    };
    this.client = { call: calling(this.#tools) };
    this.forms = new PeerWireForms({
      choice: agentContext.wire ?? "auto",
      league: agentContext.league,
      strict,
      now: () => this.senderIdentity.now(),
    });
    this.called = metrics ? new Exchanges(Object.keys(calls)) : undefined;
    this.caller = this.callerOf(calls);
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** Calls by another table than the role's own. */
  callerOf<Table extends CallTable>(calls: Table): Caller<Table> {
    const { client, forms, signal, called } = this;
    const { transport, clock, random } = this.agentContext;
    const [tools, log] = [this.#tools, this.log.bind(this)];
    return new Caller({ client, tools, calls, signal, forms, transport, clock, random, called, log });
  }

  /** Aborted when the agent is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** A token received from a peer is a secret too. */
  meet(request: unknown): void {
    const { auth_token } = (request ?? {}) as { auth_token?: unknown };
    if (this.agentContext.log !== undefined && typeof auth_token === "string")
      learnSecret(this.#secrets, auth_token);
  }

  /** What peers answer is quoted in errors, and may have our token in it: nothing of that goes into the log. */
  log(entry: LogEntry): void {
    this.#log(entry.level, () => entry);
  }

  /** An entry is made, and searched for tokens, only where it is written. */
  #log(level: LogEntry["level"], entry: (parts: OccasionalParts) => LogEntry): void {
    const { log } = this.agentContext;
    if (log === undefined || log.writes?.(level) === false) return;
    learnSecret(this.#secrets, this.senderIdentity.token);
    const writing = withOccasionalParts((parts) => {
      log(new parts.Redactor(this.#secrets).value(entry(parts)) as LogEntry);
    });
    // A log that throws, or code that cannot be loaded, must not end the agent.
    if (writing instanceof Promise) writing.catch(() => {});
  }

  /** An id that no other conversation has. */
  newConversation(prefix: string): string {
    return generateConversationId(this.agentContext.random, prefix);
  }

  /** The agent was asked to end; the code that runs it closes it. */
  finish(reason: string): void {
    this.#finish(reason);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("the agent is closed"));
    this.#finish("closed");
  }

  health(id: string | null, state: string): Health {
    return {
      role: this.role,
      id,
      state,
      uptime_ms: this.agentContext.clock.now() - this.#bornAt,
      dialects: ["canonical", "flat", "mcp"],
      spec_version: protocolSpecVersion,
    };
  }

  /** Runs work in the background; its failure is a line in the log. */
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
