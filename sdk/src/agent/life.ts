/** What the three roles have in common while they run: doors, voice, calls to others, the end. */
import { explain, protocol } from "@league-v2/contract";
import { type Client, createClient } from "../client/index.js";
import type { LogEntry } from "../doors/log.js";
import type { Health, Link, Role } from "./agent.js";
import { Caller, type CallTable } from "./caller.js";
import { describeError } from "./describe-error.js";
import { PeerForms } from "./forms.js";
import { Voice } from "./voice.js";

/** An agent's life without its calls, which differ from role to role. */
export type AgentCore = Omit<AgentLife<CallTable>, "caller">;

export class AgentLife<Calls extends CallTable> {
  readonly role: Role;
  readonly link: Link;
  readonly voice: Voice;
  readonly caller: Caller<Calls>;
  readonly client: Client;
  /** In which form each peer is spoken to. */
  readonly forms: PeerForms;
  /** Resolves with the reason of the end. */
  readonly done: Promise<string>;
  readonly #bornAt: number;
  readonly #closing = new AbortController();
  #finish: (reason: string) => void = () => {};

  constructor(role: Role, link: Link, sender: string, calls: Calls) {
    this.role = role;
    this.link = link;
    this.voice = new Voice(link.clock, sender);
    this.#bornAt = link.clock.now();
    const { transport, clock, random } = link;
    this.client = createClient({
      transport,
      clock,
      random,
      backoff: protocol.backoff,
      limits: protocol.limits,
      defaultDeadlineMs: protocol.defaultDeadlineMs,
      explain,
      ...(link.log === undefined ? {} : { log: link.log }),
    });
    this.forms = new PeerForms(link.wire ?? "auto", link.league, () => this.voice.now());
    const { client, forms, signal } = this;
    this.caller = new Caller({ client, calls, signal, forms, transport, clock });
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** Aborted when the agent is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  log(entry: LogEntry): void {
    this.link.log?.(entry);
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
      spec_version: protocol.specVersion,
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
