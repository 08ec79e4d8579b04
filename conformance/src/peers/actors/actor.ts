/** An agent that the suite plays: what it receives is recorded and answered by its script, and it sends in its own name. */

import { PeerClient } from "../exchange/peer-client.js";
import type { Audience, PeerContext } from "../exchange/peer-context.js";
import {
  type Reaction,
  type Received,
  RecordingEndpoint,
  type RecordingEndpointOptions,
} from "../exchange/recording-endpoint.js";
import type { Step } from "./behaviour.js";

/**
 * The answers to messages, by their type, or by type and match id. Of a list each step answers one message of a match;
 * the last one repeats. Undefined: as usual.
 */
export type Script = Readonly<Record<string, Step | readonly Step[] | undefined>>;

const PONG: Reaction = { result: { ok: true, message: "pong" } };
const METHOD_NOT_FOUND: Reaction = { error: { code: -32_601, message: "Method not found" } };

export interface ActorOptions extends Omit<RecordingEndpointOptions, "name" | "identity" | "react"> {
  /** In the answers of its script. */
  id?: string;
  /** In its messages, and as the transcript shows it. */
  sender: string;
  token?: string;
  script?: Script;
  /** The answer to what the script does not answer; undefined from it: the method is not found. */
  usual?: (received: Received) => Reaction | Promise<Reaction> | undefined;
  /** Refuses every connection, as if no process listened. */
  refuses?: boolean;
}

export class Actor {
  readonly endpoint: RecordingEndpoint;
  /** Sends in its name. */
  protected client: PeerClient;
  /** A check may change it: `script.set("MATCH_RESULT_REPORT", …)`. */
  readonly script: Map<string, Step | readonly Step[] | undefined>;
  protected readonly peerContext: PeerContext;
  private readonly options: Pick<ActorOptions, "id" | "usual" | "refuses">;
  /** How many messages of a type and a match it has received. */
  private readonly counts = new Map<string, number>();
  private retired: Audience | undefined;

  constructor(peerContext: PeerContext, options: ActorOptions) {
    const { sender, token, script = {} } = options;
    this.peerContext = peerContext;
    this.options = options;
    this.client = new PeerClient(peerContext, { sender, token });
    this.script = new Map(Object.entries(script));
    this.endpoint = new RecordingEndpoint(peerContext, {
      ...options,
      name: sender,
      identity: () => this.client,
      audience: (received) => this.retired ?? options.audience?.(received),
      react: (received) => this.react(received),
    });
  }

  async listen(port?: number): Promise<this> {
    await this.endpoint.listen(port);
    if (this.options.refuses === true) await this.endpoint.refuse(true);
    return this;
  }

  get id(): string | undefined {
    return this.options.id;
  }

  get url(): string {
    return this.endpoint.url;
  }

  get received(): readonly Received[] {
    return this.endpoint.received;
  }

  /** The messages of this type that it received. */
  receivedOf(type: string): Received[] {
    return this.endpoint.all(type);
  }

  get now_ms(): number {
    return this.peerContext.environment.clock.now();
  }

  /**
   * From now on arrivals are recorded where they are now, whatever check comes next. It keeps its port: otherwise
   * another actor could get the port and receive its messages.
   */
  retire(): void {
    this.retired ??= { recorder: { ...this.peerContext.recorder } };
  }

  close(): Promise<void> {
    return this.endpoint.close();
  }

  /** From now on it sends with this sender and token. */
  protected become(sender: string, token?: string): void {
    this.client = new PeerClient(this.peerContext, { sender, token });
  }

  private react(received: Received): Reaction | Promise<Reaction> {
    const step = this.stepFor(received);
    const scripted = step?.(received, this) ?? this.options.usual?.(received);
    return scripted ?? (received.method === "ping" ? PONG : METHOD_NOT_FOUND);
  }

  private stepFor({ type, message }: Received): Step | undefined {
    if (type === undefined) return undefined;
    const key = `${type} ${String(message.match_id)}`;
    const count = this.counts.get(key) ?? 0;
    this.counts.set(key, count + 1);
    const steps = this.script.get(key) ?? this.script.get(type);
    return typeof steps === "object" ? steps[Math.min(count, steps.length - 1)] : steps;
  }
}
