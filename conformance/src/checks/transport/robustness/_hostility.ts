/** A thousand ways to be rude, the same for the same seed. */
import type { Thrown, TransportBench } from "../../../bench/transport-bench.js";
import { protocol } from "../../../contract.js";
import { utf8 } from "../../../json/text.js";
import { HOSTILE } from "../../../negatives/hostile.js";
import { aWhile } from "../../../time/mandates.js";

export interface Rudeness {
  /** For the diagnosis. */
  name: string;
  make(bench: TransportBench): Thrown;
}

/** Whoever sends half a request hangs up soon after. */
const BROKEN_OFF_MS = aWhile() / 50;

const FOREIGN = [
  '<?xml version="1.0"?><methodCall><methodName>ping</methodName></methodCall>',
  '{"query":"{ players { id } }"}',
  "username=admin&password=admin",
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__import__","arguments":null}}',
];
const PATHS = ["/", "/mcp/../../etc/passwd", "/.env", "/mcp?x=%00", "/favicon.ico"];
const VERBS = ["GET", "PUT", "DELETE", "OPTIONS", "TRACE"];

/** Bodies that are long, or take long to read, are thrown more rarely. */
const HEAVY: ReadonlySet<string> = new Set(["deep-arrays", "deep-objects", "huge-string", "many-members"]);
const LIGHT = HOSTILE.filter(({ name }) => !HEAVY.has(name));

const KINDS: readonly (Rudeness & { weight: number })[] = [
  {
    name: "bodies of random bytes",
    weight: 20,
    make: ({ random }) => ({ body: random.bytes(1 + random.below(200)) }),
  },
  {
    name: "JSON that breaks off",
    weight: 20,
    make: (bench) => ({ body: cut(bench, utf8(JSON.stringify(bench.validBody()))) }),
  },
  {
    name: "bodies that no schema describes",
    weight: 25,
    make: (bench) => ({ body: pick(bench, LIGHT).body(bench.validBody()) }),
  },
  {
    name: "messages without their fields",
    weight: 15,
    make: (bench) => ({ body: utf8(JSON.stringify({ ...bench.validBody(), params: halved(bench) })) }),
  },
  {
    name: "requests of other protocols",
    weight: 10,
    make: (bench) => ({ body: utf8(pick(bench, FOREIGN)) }),
  },
  {
    name: "requests for other paths and with other verbs",
    weight: 10,
    make: (bench) => ({ verb: pick(bench, VERBS), path: pick(bench, PATHS) }),
  },
  {
    name: "requests that break off",
    weight: 5,
    make: (bench) => ({
      body: utf8(JSON.stringify(bench.validBody())),
      pace: { stopAfterBytes: bench.random.below(100) },
      timeoutMs: BROKEN_OFF_MS,
    }),
  },
  {
    name: "bodies that are long or nested deeply",
    weight: 1,
    make: (bench) => ({
      body: pick(
        bench,
        HOSTILE.filter(({ name }) => HEAVY.has(name)),
      ).body(bench.validBody()),
    }),
  },
  {
    name: "bodies over the limit",
    weight: 1,
    make: () => ({ body: utf8(`"${"a".repeat(protocol.limits.bodyBytes)}"`) }),
  },
];
const WEIGHT = KINDS.reduce((sum, { weight }) => sum + weight, 0);

export function rudeness(bench: TransportBench): Rudeness {
  let left = bench.random.below(WEIGHT);
  const kind = KINDS.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return kind ?? { name: "empty bodies", make: () => ({ body: new Uint8Array(0) }) };
}

function pick<T>({ random }: TransportBench, from: readonly T[]): T {
  return from[random.below(from.length)] as T;
}

function cut({ random }: TransportBench, body: Uint8Array): Uint8Array {
  return body.subarray(0, random.below(body.length - 1));
}

function halved(bench: TransportBench): unknown {
  const { params } = bench.validBody();
  return Object.fromEntries(Object.entries(params ?? {}).filter(() => bench.random.below(2) === 0));
}
