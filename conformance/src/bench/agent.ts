/** The agent under test as a check sees it. */
import type { Identity } from "../oracle/envelope-rules.js";
import type { Answer } from "../peers/answer.js";
import type { Env, Target } from "../peers/env.js";
import type { Registration } from "../peers/registration.js";
import { Speaker, type Twist } from "../peers/speaker.js";
import type { Variables } from "../profiles/types.js";
import type { Exit, Instance } from "../subject/subject.js";
import { within } from "../time/pause.js";
import type { Role } from "../types.js";

export class AgentUnderTest implements Target {
  readonly role: Role;
  /** Another one when it was killed and started again. */
  instance: Instance;
  /** The registration that the suite's league manager accepted; undefined when it has not registered. */
  registration: Registration | undefined;
  /** What it calls itself, where it has joined another league before this run. */
  alias: string | undefined;
  private readonly env: Env;
  private readonly nobody: Speaker;

  constructor(env: Env, role: Role, instance: Instance) {
    this.env = env;
    this.role = role;
    this.instance = instance;
    this.nobody = new Speaker(env, { name: "suite", sender: "league_manager" });
  }

  get name(): string {
    return this.env.agentName;
  }

  get url(): string {
    return this.instance.url;
  }

  /** The id that the suite gave it; where it never registered, what it calls itself, or a stand-in. */
  get id(): string {
    return this.registration?.granted?.id ?? this.alias ?? (this.role === "referee" ? "REF01" : "P01");
  }

  get token(): string | undefined {
    return this.registration?.granted?.token;
  }

  get identity(): Identity {
    const granted = this.registration?.granted;
    return granted === undefined ? { role: this.role } : { role: this.role, ...granted };
  }

  get variables(): Variables {
    return { recipient: this.id };
  }

  /** Sends any JSON value, text or bytes as the body of a POST, and gives back the answer. */
  send(
    body: unknown,
    options: { question?: string; timeoutMs?: number; http?: Twist["http"] } = {},
  ): Promise<Answer> {
    return this.nobody.raw(this, body, options);
  }

  /** Calls a plain JSON-RPC method, such as `ping`. */
  call(
    method: string,
    params?: unknown,
    twist: Pick<Twist, "id" | "timeoutMs" | "http"> = {},
  ): Promise<Answer> {
    return this.nobody.call(this, method, params, twist);
  }

  /** How its process ends by itself, if it does within the time. */
  async exit(withinMs: number): Promise<Exit | undefined> {
    const { clock } = this.env.stage;
    const { instance } = this;
    const ended = instance.exited.then(() => instance.exit());
    return within(clock, withinMs, ended, () => undefined);
  }

  get output(): string {
    return this.instance.output();
  }
}
