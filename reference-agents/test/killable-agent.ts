/** An agent in a separate process that is killed at chosen points of its league, and restarted each time. */
import type { Agent, RunningAgent, Transport } from "@league-v2/sdk";
import { LeagueProcess } from "./league-process.js";

/** Counts the steps of messages in this process (sent, received, answered), and calls back at the chosen ones. */
export class Points {
  readonly #chosen: ReadonlySet<number>;
  readonly #onChosen: () => unknown;
  #passed = 0;

  constructor(chosen: readonly number[], onChosen: () => unknown) {
    this.#chosen = new Set(chosen);
    this.#onChosen = onChosen;
  }

  get passed(): number {
    return this.#passed;
  }

  pass(): void {
    this.#passed += 1;
    if (this.#chosen.has(this.#passed)) this.#onChosen();
  }

  /** The same agent, whose messages are counted. */
  in<Running extends RunningAgent>(agent: Agent<Running>): Agent<Running> {
    return {
      role: agent.role,
      connect: (agentContext) => {
        const running = agent.connect({ ...agentContext, transport: this.#counted(agentContext.transport) });
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

  #counted(transport: Transport): Transport {
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

/** `kill -9` and a restart with the same command line, any number of times. */
export class KillableAgent {
  readonly #line: string;
  readonly #folder: string;
  #process: LeagueProcess;
  #restarting: Promise<void> | undefined;
  kills = 0;

  constructor(line: string, folder: string) {
    this.#line = line;
    this.#folder = folder;
    this.#process = LeagueProcess.start(line, { folder });
  }

  /** A kill during a restart has no effect. */
  kill(): void {
    this.#restarting ??= this.#restart();
  }

  async #restart(): Promise<void> {
    this.kills += 1;
    this.#process.signal("SIGKILL");
    await this.#process.ended;
    this.#process = LeagueProcess.start(this.#line, { folder: this.#folder });
    this.#restarting = undefined;
  }

  /** Resolves when the process ends without being killed. */
  async ended(): Promise<{ readonly code: number | null; readonly stderr: string }> {
    for (;;) {
      await this.#restarting;
      const process = this.#process;
      const end = await process.ended;
      if (this.#restarting === undefined && process === this.#process) return end;
    }
  }
}
