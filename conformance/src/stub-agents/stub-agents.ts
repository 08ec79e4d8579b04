/** Agents that implement none of their duties. A check that passes on one of them proves nothing. */

import type { Environment } from "../environment/environment.js";
import { isObject } from "../json/pointer.js";
import { jsonIn } from "../json/scan.js";
import { type Random, seededRandom } from "../sdk.js";
import type { Exit, InProcessSubject, Instance, LaunchOptions } from "../subject/subject.js";
import type { Arrival, Script, ScriptedAnswer } from "../wire/types.js";

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
      const instance = await start(environment, name, launch);
      running.add(instance);
      return instance;
    },
    async close() {
      await Promise.all([...running].map((instance) => instance.stop()));
    },
  };
}

async function start(environment: Environment, name: StubName, launch: LaunchOptions): Promise<Instance> {
  const answer: ((arrival: Arrival, random: Random) => ScriptedAnswer) | undefined = STUBS[name];
  const random = seededRandom(`${name}/${launch.name}`);
  const script: Script = (arrival) => answer?.(arrival, random) ?? { kind: "close" };
  const busy = () => undefined;
  const listener =
    answer === undefined ? undefined : await environment.listen(script, { port: launch.port }).catch(busy);
  const code = answer === undefined ? 0 : 1;
  let exit: Exit | undefined =
    listener === undefined ? { code, signal: null, at_ms: environment.clock.now() } : undefined;
  let ended: (exit: Exit) => void = () => undefined;
  const exited = new Promise<Exit>((resolve) => {
    ended = resolve;
  });
  if (exit !== undefined) ended(exit);
  let isStopped = false;
  const stop = async () => {
    isStopped ||= exit === undefined;
    exit ??= { code: 0, signal: null, at_ms: environment.clock.now() };
    ended(exit);
    await listener?.close();
  };
  return {
    name: launch.name,
    url: listener?.url ?? `http://127.0.0.1:${launch.port}/mcp`,
    exited,
    hasEnded: () => exit !== undefined,
    exit: () => (isStopped ? undefined : exit),
    endedBySuite: () => isStopped,
    cpu_ms: () => undefined,
    output: () => "",
    ready: async () => exit === undefined,
    kill: stop,
    stop,
  };
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
