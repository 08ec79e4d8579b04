/** An agent in a process of its own that is killed at chosen points of its league, and started again each time. */
import type { Agent, RunningAgent, Transport } from "@league-v2/sdk";
import { LeagueProcess } from "./league-process.js";

/** Every step of a message in this process: its sending, its arrival, its answer. They are counted, and some are chosen. */
export class Points {
  readonly #chosen: ReadonlySet<number>;
  readonly #strike: () => unknown;
  #passed = 0;

  constructor(chosen: readonly number[], strike: () => unknown) {
    this.#chosen = new Set(chosen);
    this.#strike = strike;
  }

  get passed(): number {
    return this.#passed;
  }

  pass(): void {
    this.#passed += 1;
    if (this.#chosen.has(this.#passed)) this.#strike();
  }

  /** The same agent, whose messages are points. */
  in<Running extends RunningAgent>(agent: Agent<Running>): Agent<Running> {
    return {
      role: agent.role,
      connect: (agentContext) => {
        const running = agent.connect({ ...agentContext, transport: this.#along(agentContext.transport) });
        return {
          ...running,
          handle: async (request) => {
            this.pass();
            const reply = await running.handle(request);
            this.pass();
            return reply;
          },
        };
      },
    };
  }

  #along(transport: Transport): Transport {
    return {
      ...transport,
      send: async (request) => {
        this.pass();
        const reply = await transport.send(request);
        this.pass();
        return reply;
      },
    };
  }
}

/** `kill -9` and a new start with the same command line, any number of times. */
export class KillableAgent {
  readonly #line: string;
  readonly #folder: string;
  #process: LeagueProcess;
  #reviving: Promise<void> | undefined;
  kills = 0;

  constructor(line: string, folder: string) {
    this.#line = line;
    this.#folder = folder;
    this.#process = LeagueProcess.start(line, { folder });
  }

  /** A kill point that comes while the process is dead has no effect. */
  kill(): void {
    this.#reviving ??= this.#revive();
  }

  async #revive(): Promise<void> {
    this.kills += 1;
    this.#process.signal("SIGKILL");
    await this.#process.ended;
    this.#process = LeagueProcess.start(this.#line, { folder: this.#folder });
    this.#reviving = undefined;
  }

  /** The end that it comes to by itself. */
  async ended(): Promise<{ readonly code: number | null; readonly stderr: string }> {
    for (;;) {
      await this.#reviving;
      const life = this.#process;
      const end = await life.ended;
      if (this.#reviving === undefined && life === this.#process) return end;
    }
  }
}
