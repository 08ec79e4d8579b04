/** A league manager in a separate process that is restarted whenever it is killed. */
import { LeagueProcess } from "../league-process.js";

export interface ManagerSetting {
  /** Arguments of `league manager`, with a port that is free. */
  readonly line: string;
  /** In which it runs. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export class RestartingManager {
  /** Resolves when a life has ended by itself; rejects when it has ended badly. */
  readonly over: Promise<void>;
  readonly #setting: ManagerSetting;
  #process: LeagueProcess | undefined;
  #lives = 0;
  #said = "";

  constructor(setting: ManagerSetting) {
    this.#setting = setting;
    this.over = this.#live();
    this.over.catch(() => {});
  }

  get lives(): number {
    return this.#lives;
  }

  /** All that its lives wrote to their outputs. */
  get said(): string {
    return this.#said;
  }

  /** `kill -9`; nothing happens when it is dead or over. */
  kill(): void {
    this.#process?.signal("SIGKILL");
  }

  /** As an operator ends it: resolves when its process has ended. */
  async stop(): Promise<void> {
    this.#process?.signal("SIGTERM");
    await this.over;
  }

  /** Resolves when it listens for the first time. */
  async listening(): Promise<void> {
    await this.#process?.line(/listens at/);
  }

  async #live(): Promise<void> {
    for (;;) {
      const { line, folder, environment = {} } = this.#setting;
      this.#lives += 1;
      this.#process = LeagueProcess.start(`manager ${line}`, { folder, environment });
      const { code, stdout, stderr } = await this.#process.ended;
      this.#said += stdout + stderr;
      if (code === 0) return;
      // Killed by a signal: no status.
      if (code !== null) throw new Error(`life ${this.#lives} ended with ${code}:\n${stderr}`);
    }
  }
}
