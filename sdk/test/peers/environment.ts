/** A simulated platform with scripted peers. Times are milliseconds since its start. */

import type { FaultHook } from "../../src/memory/index.js";
import type { LogEntry } from "../../src/platform/log.js";
import { SIMULATION_START } from "../../src/platform/simulated-clock.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/simulated-platform.js";

/** A message as parsed JSON. */
export type Message = Readonly<Record<string, unknown>>;

export interface RpcAnswer {
  readonly result?: Message;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Message };
}

export class Environment {
  readonly platform: SimulatedPlatform;
  readonly logged: LogEntry[] = [];
  #ids = 0;

  constructor({ seed = 1, fault }: { seed?: number; fault?: FaultHook } = {}) {
    const log = (_agent: string, entry: LogEntry) => void this.logged.push(entry);
    this.platform = new SimulatedPlatform(fault ? { seed, fault, log } : { seed, log });
  }

  get now(): number {
    return this.platform.clock.now() - SIMULATION_START;
  }

  /** The present time plus `offset` ms, in the format of messages. */
  timestamp(offset = 0): string {
    return new Date(this.platform.clock.now() + offset).toISOString();
  }

  /** A message written by hand. */
  message(message_type: string, sender: string, fields: Message = {}): Message {
    const conversation_id = `conv-by-hand-${++this.#ids}`;
    return {
      protocol: "league.v2",
      message_type,
      sender,
      timestamp: this.timestamp(),
      conversation_id,
      ...fields,
    };
  }

  /** Posts a request to the agent at this port. Resolves with its answer; advance time with `clock.run` or `until`. */
  async post(port: number, method: string, params: unknown): Promise<RpcAnswer> {
    const reply = await this.send(port, { jsonrpc: "2.0", method, params, id: ++this.#ids });
    return JSON.parse(reply);
  }

  /** Posts any body, and resolves with the body of the answer. */
  async send(port: number, body: unknown): Promise<string> {
    const request = { method: "POST", contentType: "application/json", body: JSON.stringify(body) };
    return (await this.platform.network.exchange(urlOf(port), request)).body;
  }

  /** Posts, and advances time until the answer arrives. */
  ask(port: number, method: string, params: unknown): Promise<RpcAnswer> {
    return this.run(this.post(port, method, params));
  }

  run<T>(promise: Promise<T>): Promise<T> {
    return this.platform.clock.run(promise);
  }

  /** Advances time to this moment. */
  async until(ms: number): Promise<void> {
    await this.platform.clock.advance(Math.max(0, ms - this.now));
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.platform.clock.after(ms, resolve));
  }
}
