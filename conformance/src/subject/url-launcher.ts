/** Agents that run already. The suite can call them and wait for them to register; it cannot start or stop them. */

import { pause } from "../time/pause.js";
import type { Environment } from "../wire/environment.js";
import { accepts } from "./started-instance.js";
import { type Instance, type Launcher, SubjectError, type UrlSubject } from "./subject.js";

const READY_POLL_MS = 100;
/** An agent that runs answers sooner; after this time the terminal shows what is waited for. */
const QUIET_MS = 1_000;

export function urlLauncher(environment: Environment, source: UrlSubject): Launcher {
  let next = 0;
  return {
    async launch({ name }) {
      const url = source.urls[next % source.urls.length];
      next += 1;
      if (url === undefined) throw new SubjectError("no --url was given");
      return runningInstance(environment, name, url, source);
    },
    // Nothing was started, so nothing is ended.
    close: async () => undefined,
  };
}

function runningInstance(
  { clock }: Environment,
  name: string,
  url: string,
  { waitMs, onWait }: UrlSubject,
): Instance {
  const { hostname, port } = new URL(url);
  return {
    name,
    url,
    exited: new Promise<never>(() => undefined),
    hasEnded: () => false,
    exit: () => undefined,
    endedBySuite: () => false,
    cpu_ms: () => undefined,
    output: () => "",
    async ready() {
      const began = clock.now();
      let isReported = false;
      do {
        if (await accepts(hostname.replace(/^\[|\]$/g, ""), Number(port || 80))) return true;
        if (!isReported && clock.now() - began >= QUIET_MS) {
          onWait?.(`no response from ${url}: waiting up to ${waitMs / 1_000} s; start the agent now`);
          isReported = true;
        }
        await pause(clock, READY_POLL_MS);
      } while (clock.now() - began < waitMs);
      return false;
    },
    kill: () => {
      throw new SubjectError("an agent that the suite did not start is not killed");
    },
    // Its owner ends it.
    stop: async () => undefined,
  };
}
