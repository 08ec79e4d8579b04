/** Agents that implement none of their duties. A check that passes on one of them proves nothing. */

import type { Environment } from "../environment/environment.js";
import { isObject } from "../json/pointer.js";
import { jsonIn } from "../json/scan.js";
import { type Random, seededRandom } from "../sdk.js";
import { StartedInstance } from "../subject/started-instance.js";
import type { InProcessSubject, Instance } from "../subject/subject.js";
import type { Arrival, Listener, Script, ScriptedAnswer } from "../wire/types.js";

export const STUBS = {
  "exits-at-once": undefined,
  silent: () => ({ kind: "never" }),
  "closes-connections": () => ({ kind: "close" }),
  echoes: ({ body }) => json(body),
  "empty-result": (arrival) => json(JSON.stringify({ jsonrpc: "2.0", id: idOf(arrival), result: {} })),
  "method-not-found": (arrival) =>
    json(
      JSON.stringify({
        jsonrpc: "2.0",
        id: idOf(arrival),
        error: { code: -32_601, message: "Method not found" },
      }),
    ),
  "random-json": (_, random) => json(JSON.stringify(anything(random, 3))),
  html: () => ({
    kind: "reply",
    status: 200,
    headers: [["content-type", "text/html"]],
    body: "<!doctype html><title>It works!</title>",
  }),
} satisfies Record<string, ((arrival: Arrival, random: Random) => ScriptedAnswer) | undefined>;

export type StubName = keyof typeof STUBS;

export function stubSubject(environment: Environment, name: StubName): InProcessSubject {
  const running = new Set<Instance>();
  return {
    label: `stub: ${name}`,
    canStart: true,
    canRestart: true,
    capacity: Number.POSITIVE_INFINITY,
    async launch(launch) {
      const instance = await new StubInstance(environment.clock, launch).start(environment, name);
      running.add(instance);
      return instance;
    },
    async close() {
      await Promise.all([...running].map((instance) => instance.stop()));
    },
  };
}

class StubInstance extends StartedInstance {
  private listener: Listener | undefined;

  async start(environment: Environment, name: StubName): Promise<this> {
    const answer: ((arrival: Arrival, random: Random) => ScriptedAnswer) | undefined = STUBS[name];
    const random = seededRandom(`${name}/${this.name}`);
    if (answer === undefined) this.end(0);
    else {
      const script: Script = (arrival) => answer(arrival, random);
      this.listener = await environment.listen(script, { port: this.launch.port }).catch(() => undefined);
      if (this.listener === undefined) this.end(1);
    }
    return this;
  }

  output(): string {
    return "";
  }

  async ready(): Promise<boolean> {
    return !this.hasEnded();
  }

  kill(): Promise<void> {
    return this.stop();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.end(0);
    await this.listener?.close();
  }
}

function json(body: Uint8Array | string): ScriptedAnswer {
  return { kind: "reply", status: 200, body };
}

function idOf({ body }: Arrival): unknown {
  const json = jsonIn(body);
  return isObject(json) ? (json.id ?? null) : null;
}

function anything(random: Random, depth: number): unknown {
  const kinds = [null, true, random.below(1_000), `text ${random.below(100)}`];
  const kind = random.below(depth > 0 ? kinds.length + 2 : kinds.length);
  if (kind < kinds.length) return kinds[kind];
  const members = Array.from({ length: random.below(4) }, () => anything(random, depth - 1));
  return kind === kinds.length
    ? members
    : Object.fromEntries(members.map((value, i) => [`member_${i}`, value]));
}
