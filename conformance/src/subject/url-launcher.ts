/** Agents that run already. The suite can call them and wait for them to register; it cannot start or stop them. */
import type { Environment } from "../environment/environment.js";
import { pause } from "../time/pause.js";
import { accepts } from "./port.js";
import { type Instance, type Launcher, SubjectError, type UrlSubject } from "./subject.js";

const READY_POLL_MS = 100;
/** An agent that runs answers sooner; after this time the terminal shows what is waited for. */
const QUIET_MS = 1_000;

export function urlLauncher(environment: Environment, source: UrlSubject): Launcher {
  const { urls } = source;
  let next = 0;
  return {
    async launch({ name }) {
      const url = urls[next % urls.length];
      next += 1;
      if (url === undefined) throw new SubjectError("no --url was given");
      return new UrlInstance(environment, name, url, source);
    },
    async close() {
      // Nothing was started, so nothing is ended.
    },
  };
}

class UrlInstance implements Instance {
  readonly name: string;
  readonly url: string;
  readonly exited = new Promise<never>(() => undefined);
  private readonly environment: Environment;
  private readonly source: UrlSubject;

  constructor(environment: Environment, name: string, url: string, source: UrlSubject) {
    this.environment = environment;
    this.source = source;
    this.name = name;
    this.url = url;
  }

  hasEnded(): boolean {
    return false;
  }

  exit(): undefined {
    return undefined;
  }

  endedBySuite(): boolean {
    return false;
  }

  cpu_ms(): undefined {
    return undefined;
  }

  output(): string {
    return "";
  }

  async ready(): Promise<boolean> {
    const { hostname, port } = new URL(this.url);
    const { clock } = this.environment;
    const { waitMs, onWait } = this.source;
    const began = clock.now();
    let isReported = false;
    do {
      if (await accepts(hostname.replace(/^\[|\]$/g, ""), Number(port || 80))) return true;
      if (!isReported && clock.now() - began >= QUIET_MS) {
        onWait?.(`no response from ${this.url}: waiting up to ${waitMs / 1_000} s; start the agent now`);
        isReported = true;
      }
      await pause(clock, READY_POLL_MS);
    } while (clock.now() - began < waitMs);
    return false;
  }

  kill(): Promise<void> {
    throw new SubjectError("an agent that the suite did not start is not killed");
  }

  async stop(): Promise<void> {
    // Its owner ends it.
  }
}
