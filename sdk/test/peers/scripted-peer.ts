/** A scripted agent: a handler of HTTP exchanges that records its requests. */
import type { HttpReply, HttpRequest } from "../../src/http/types.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import type { Environment, Message } from "./environment.js";

/** One received request. */
export interface ReceivedRequest {
  /** The time of its arrival, in milliseconds since the start. */
  readonly at: number;
  readonly method: string;
  /** Undefined for a notification. */
  readonly id: unknown;
  readonly params: Message;
  /** 1 for the first of this method about this match. */
  readonly count: number;
}

/** The answer: a result or error in a JSON-RPC response (`id` instead of the request's), or any HTTP reply at all. */
export type Answer =
  | { readonly result: unknown; readonly id?: unknown }
  | { readonly error: unknown; readonly id?: unknown }
  | { readonly status: number; readonly body: string };

export type Step = (request: ReceivedRequest) => Answer | Promise<Answer>;

/** Answers by method in place of the usual ones; `any` for all methods that are not named. */
export type Script = { readonly [method: string]: Step };

export class ScriptedPeer {
  script: Script = {};
  readonly received: ReceivedRequest[] = [];
  readonly port: number;
  protected readonly environment: Environment;
  readonly #counts = new Map<string, number>();

  constructor(environment: Environment, port: number) {
    this.environment = environment;
    this.port = port;
    this.listen();
  }

  get url(): string {
    return urlOf(this.port);
  }

  listen(): void {
    this.environment.platform.network.attach(this.url, (request) => this.#handle(request));
  }

  /** Makes the peer refuse connections. */
  disconnect(): void {
    this.environment.platform.network.detach(this.url);
  }

  /** The received requests with this method. */
  of(method: string): ReceivedRequest[] {
    return this.received.filter((one) => one.method === method);
  }

  /** The arrival times of requests with this method. */
  times(method: string): number[] {
    return this.of(method).map(({ at }) => at);
  }

  /** The answer without a script. */
  protected usual(request: ReceivedRequest): Answer | Promise<Answer> {
    return { error: { code: -32601, message: `no ${request.method} here` } };
  }

  async #handle({ body }: HttpRequest): Promise<HttpReply> {
    const { method, params, id } = JSON.parse(String(body));
    const key = `${method} ${params.match_id}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const request = { at: this.environment.now, method, id, params, count };
    this.received.push(request);
    const step = this.script[method] ?? this.script.any;
    const answer = await (step === undefined ? this.usual(request) : step(request));
    if ("status" in answer) return { headers: {}, ...answer };
    if (id === undefined) return { status: 204, headers: {}, body: "" };
    const text = JSON.stringify({ jsonrpc: "2.0", id, ...answer });
    return { status: 200, headers: { "content-type": "application/json" }, body: text };
  }
}

/** A step that never answers. */
export const silent: Step = () => new Promise(() => {});

/** One step for each call, in order; the last one for all further calls. */
export function inTurn(...steps: [Step, ...Step[]]): Step {
  return (request) => (steps[request.count - 1] ?? steps.at(-1) ?? silent)(request);
}
