/** Agents that implement none of their duties. A check that passes on one of them proves nothing. */

import { isObject, jsonIn } from "../json.js";
import type { Agent, Random } from "../sdk.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import type { InProcessSubject } from "../subject/subject.js";
import type { Environment } from "../wire/environment.js";
import type { Arrival, ScriptedAnswer } from "../wire/types.js";

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
  const answer: ((arrival: Arrival, random: Random) => ScriptedAnswer) | undefined = STUBS[name];
  const done = () => (answer === undefined ? Promise.resolve("it ends") : never());
  const agent: Agent = {
    role: "player",
    connect: () => ({
      role: "player",
      handle: async () => ({ status: 200, headers: {}, body: "" }),
      registered: never(),
      done: done(),
      health: () => ({}) as never,
      close: async () => undefined,
    }),
  };
  return inProcessSubject(environment, {
    label: `stub: ${name}`,
    agent: () => agent,
    lasts: true,
    inject: { deliver: (plain, arrival, { random }) => answer?.(arrival, random) ?? plain },
  });
}

/** A new promise for each use: a shared one would keep its callbacks in memory. */
const never = () => new Promise<never>(() => undefined);

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
