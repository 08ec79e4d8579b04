/** Hostile HTTP requests, from nearly correct messages to random bytes. */
import type { HttpRequest, Random, Role } from "@league-v2/sdk";
import { anyValue, changed, onceIn, pick } from "./json.ts";
import { type Call, type Pools, samplesOf, someCall } from "./messages.ts";

const json = "application/json";
const paths = "/mcp /mcp/ /mcp?x=1 /health /metrics /register / //mcp /__proto__ /mcp/../x *".split(" ");
const verbs = ["POST", "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "get", ""];
const charsets = ["application/json; charset=utf-8", "application/json; charset=latin1"];
const contentTypes = [json, ...charsets, "text/plain", "", null];
const numbers = [0, -1, 1.5, 1e21, 2 ** 53];
const strangeIds: readonly unknown[] = [...numbers, "", "id", "\u2028", "x".repeat(3000), null, true, [], {}];
const otherMethods = ["ping", "initialize", "tools/call", "__proto__", "toString", "", "rpc."];
/** The answers are whole documents, which take longer to serialize than all others. */
const documents = ["rpc.discover", "tools/list"];

export class Requests {
  readonly #random: Random;
  readonly #pools: Pools;
  readonly #samples: ReturnType<typeof samplesOf>;

  constructor(role: Role, pools: Pools, random: Random) {
    this.#random = random;
    this.#pools = pools;
    this.#samples = samplesOf(role);
  }

  next(): HttpRequest {
    const random = this.#random;
    const usual = { method: "POST", path: "/mcp", contentType: json };
    if (!onceIn(random, 40)) return { ...usual, body: this.#body() };
    return {
      method: pick(random, verbs),
      path: pick(random, paths),
      contentType: pick(random, contentTypes),
      body: onceIn(random, 2) ? this.#body() : JSON.stringify(this.#call().params ?? null),
      headers: { "mcp-protocol-version": "2025-06-18", authorization: String(anyValue(random, 0)) },
    };
  }

  #body(): string | Uint8Array {
    const random = this.#random;
    switch (random.below(12)) {
      case 0:
        return this.#noise();
      case 1:
        return corrupted(this.#text(this.#envelope()), random);
      case 2:
        return this.#text(this.#batch());
      case 3:
        return this.#text(changed(this.#envelope(), random));
      case 4:
        return this.#text(this.#messageInAnotherForm());
      case 5:
        return nested(random);
      default:
        return this.#text(this.#envelope());
    }
  }

  #call(): Call {
    return someCall(this.#samples, this.#pools, this.#random);
  }

  #envelope(): object {
    const random = this.#random;
    const { method, params } = this.#call();
    const id = onceIn(random, 8) ? pick(random, strangeIds) : random.below(1000);
    if (onceIn(random, 15)) return { jsonrpc: "2.0", id, method: pick(random, otherMethods), params };
    if (onceIn(random, 20)) return { jsonrpc: "2.0", method, params };
    if (onceIn(random, 500)) return { jsonrpc: "2.0", id, method: pick(random, documents), params };
    return { jsonrpc: onceIn(random, 30) ? anyValue(random, 0) : "2.0", id, method, params };
  }

  #batch(): unknown[] {
    const random = this.#random;
    const length = onceIn(random, 20) ? 80 + random.below(40) : random.below(6);
    return Array.from({ length }, () => (onceIn(random, 5) ? anyValue(random) : this.#envelope()));
  }

  /** A message as other implementations send it: bare, as an MCP tool call, or with the type as method. */
  #messageInAnotherForm(): unknown {
    const random = this.#random;
    const { method, params } = this.#call();
    switch (random.below(4)) {
      case 0:
        return params;
      case 1:
        return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: method, arguments: params } };
      case 2:
        return { jsonrpc: "2.0", id: 1, method: typeOf(params), params };
      default:
        return {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: changed({ name: method, arguments: { message: params } }, random),
        };
    }
  }

  #text(value: unknown): string {
    return JSON.stringify(value) ?? "null";
  }

  #noise(): Uint8Array {
    return this.#random.bytes(this.#random.below(200));
  }
}

function typeOf(message: unknown): string {
  const type =
    typeof message === "object" && message !== null
      ? (message as { message_type?: unknown }).message_type
      : null;
  return typeof type === "string" ? type : "message";
}

/** The bytes of a text with some bytes changed, removed or doubled. */
function corrupted(text: string, random: Random): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  switch (random.below(4)) {
    case 0:
      return bytes.slice(0, random.below(bytes.length + 1));
    case 1:
      return Uint8Array.from([...bytes, ...bytes]);
    default:
      for (let count = 1 + random.below(4); count > 0 && bytes.length > 0; count--) {
        bytes[random.below(bytes.length)] = random.below(256);
      }
      return bytes;
  }
}

/** JSON nested deeper than the limit, complete or truncated. */
function nested(random: Random): string {
  const depth = random.below(3000);
  const [open, close] = pick(random, [
    ["[", "]"],
    ['{"a":', "}"],
    ['{"jsonrpc":"2.0","params":', "}"],
  ] as const);
  return open.repeat(depth) + (onceIn(random, 2) ? `1${close.repeat(depth)}` : "");
}
