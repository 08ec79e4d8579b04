/** An agent in a separate process that is restarted whenever it is killed. */

import { LeagueProcess } from "../league-process.js";

interface RestartingSetting {
  /** Arguments of `league`; those of a manager have a port that is free. */
  readonly line: string;
  /** The working folder of the process. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export class RestartingAgent {
  /** Resolves when a process has ended with status 0; rejects for another status. */
  readonly over: Promise<void>;
  readonly #setting: RestartingSetting;
  #process: LeagueProcess | undefined;
  #starts = 0;
  #output = "";

  constructor(setting: RestartingSetting) {
    this.#setting = setting;
    this.over = this.#run();
    this.over.catch(() => {});
  }

  get starts(): number {
    return this.#starts;
  }

  /** The output of all processes. */
  get output(): string {
    return this.#output;
  }

  /** `kill -9`; without effect if the process has ended. */
  kill(): void {
    this.#process?.signal("SIGKILL");
  }

  /** Sends SIGTERM; resolves when the process has ended. */
  async stop(): Promise<void> {
    this.#process?.signal("SIGTERM");
    await this.over;
  }

  /** Resolves when the first process listens. */
  async listening(): Promise<void> {
    await this.#process?.line(/listens at/);
  }

  async #run(): Promise<void> {
    for (;;) {
      const { line, folder, environment = {} } = this.#setting;
      this.#starts += 1;
      this.#process = LeagueProcess.start(line, { folder, environment });
      const { code, stdout, stderr } = await this.#process.ended;
      this.#output += stdout + stderr;
      if (code === 0) return;
      // A process that is killed by a signal has no status.
      if (code !== null) throw new Error(`process ${this.#starts} ended with ${code}:\n${stderr}`);
    }
  }
}
