/** Agents that run already. The suite can talk to them and wait for them to register; it cannot start or stop them. */
import type { Stage } from "../stage/stage.js";
import { pause } from "../time/pause.js";
import { accepts } from "./port.js";
import { type Instance, type Subject, SubjectError } from "./subject.js";

const READY_POLL_MS = 100;
/** It is said to run already, so there is no start to wait for. */
const PATIENCE_MS = 3_000;

export function urlSubject(stage: Stage, urls: readonly string[]): Subject {
  let next = 0;
  return {
    label: urls.join(", "),
    canStart: false,
    canRestart: false,
    capacity: urls.length,
    async launch({ name }) {
      const url = urls[next % urls.length];
      next += 1;
      if (url === undefined) throw new SubjectError("no --url was given");
      return new UrlInstance(stage, name, url);
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
  private readonly stage: Stage;

  constructor(stage: Stage, name: string, url: string) {
    this.stage = stage;
    this.name = name;
    this.url = url;
  }

  exit(): undefined {
    return undefined;
  }

  output(): string {
    return "";
  }

  async ready(withinMs: number): Promise<boolean> {
    const { hostname, port } = new URL(this.url);
    const until = this.stage.clock.now() + Math.min(withinMs, PATIENCE_MS);
    do {
      if (await accepts(hostname.replace(/^\[|\]$/g, ""), Number(port || 80))) return true;
      await pause(this.stage.clock, READY_POLL_MS);
    } while (this.stage.clock.now() < until);
    return false;
  }

  kill(): Promise<void> {
    throw new SubjectError("an agent that the suite did not start is not killed");
  }

  async stop(): Promise<void> {
    // Whoever started it ends it.
  }
}
