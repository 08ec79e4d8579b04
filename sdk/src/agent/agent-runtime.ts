/** What the three roles have in common while they run: doors, voice, calls to others, the end. */
import {
  protocolBackoff,
  protocolDefaultDeadlineMs,
  protocolLimits,
  protocolSpecVersion,
} from "@league-v2/contract";
import { createClientReading, type ReadReply } from "../client/create-client.js";
import type { Client } from "../client/index.js";
import type { Health } from "../domain/health.js";
import type { Role } from "../domain/role.js";
import { Exchanges } from "../metrics/exchanges.js";
import type { Log, LogEntry } from "../platform/log.js";
import type { AgentContext } from "./agent.js";
import { Caller } from "./caller.js";
import type { CallTable } from "./calls.js";
import { describeError } from "./describe-error.js";
import { withOccasionalParts } from "./load-parts.js";
import { PeerWireForms } from "./peer-wire-forms.js";
import { Redactor } from "./redactor.js";
import { SenderIdentity } from "./sender-identity.js";

/** An agent's life without its calls, which differ from role to role. */
export type AgentCore = Omit<AgentRuntime<CallTable>, "caller">;

export class AgentRuntime<Calls extends CallTable> {
  readonly role: Role;
  readonly link: AgentContext;
  readonly strict: boolean;
  readonly voice: SenderIdentity;
  readonly caller: Caller<Calls>;
  readonly client: Client;
  /** The calls that were made, for `GET /metrics`. */
  readonly called: Exchanges;
  /** In which form each peer is spoken to. */
  readonly forms: PeerWireForms;
  /** Resolves with the reason of the end. */
  readonly done: Promise<string>;
  readonly #bornAt: number;
  readonly #closing = new AbortController();
  readonly #redactor = new Redactor();
  #finish: (reason: string) => void = () => {};

  /** @param strict see `docs/leniency.md`: whether what is accepted there is refused */
  constructor(role: Role, link: AgentContext, sender: string, calls: Calls, strict = false) {
    this.role = role;
    this.strict = strict;
    this.link = link;
    this.voice = new SenderIdentity(link.clock, sender);
    this.#bornAt = link.clock.now();
    const { transport, clock, random } = link;
    const read: ReadReply = (reply, id, place, rules) =>
      withOccasionalParts(({ readReply, explain }) => readReply(reply, id, place, { ...rules, explain }));
    this.client = createClientReading(read, {
      transport,
      clock,
      random,
      backoff: protocolBackoff,
      limits: protocolLimits,
      defaultDeadlineMs: protocolDefaultDeadlineMs,
      ...(link.log === undefined ? {} : { log: redacted(link.log, (entry) => this.log(entry)) }),
    });
    this.forms = new PeerWireForms({
      ...{ choice: link.wire ?? "auto", league: link.league, strict },
      now: () => this.voice.now(),
    });
    this.called = new Exchanges(Object.keys(calls));
    this.caller = this.callerOf(calls);
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** Calls by another table than the role's own. */
  callerOf<Table extends CallTable>(calls: Table): Caller<Table> {
    const { client, forms, signal, called } = this;
    const { transport, clock, random } = this.link;
    const log = this.log.bind(this);
    return new Caller({ client, calls, signal, forms, transport, clock, random, called, log });
  }

  /** Aborted when the agent is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** A token that somebody else has shown us is a secret too. */
  meet(request: unknown): void {
    const { auth_token } = (request ?? {}) as { auth_token?: unknown };
    if (this.link.log !== undefined && typeof auth_token === "string") this.#redactor.learn(auth_token);
  }

  /** What peers answer is quoted in errors, and may have our token in it: nothing of that goes into the log. */
  log(entry: LogEntry): void {
    const { log } = this.link;
    if (log === undefined || log.writes?.(entry.level) === false) return;
    this.#redactor.learn(this.voice.token);
    log(this.#redactor.value(entry) as LogEntry);
  }

  /** The agent was told to end; whoever runs it closes it. */
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
      uptime_ms: this.link.clock.now() - this.#bornAt,
      dialects: ["canonical", "flat", "mcp"],
      spec_version: protocolSpecVersion,
    };
  }

  /** Runs work that nobody waits for; its failure is a line in the log. */
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

/** A log of the same levels that goes through another function. */
function redacted({ writes }: Log, log: (entry: LogEntry) => void): Log {
  return writes === undefined ? log : Object.assign(log, { writes });
}
