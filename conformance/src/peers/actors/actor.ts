/** An agent that the suite plays: what it receives is recorded and answered by its script, and it sends in its own name. */
import { bytesOf, type JsonObject, show } from "../../json.js";
import { inspectRequest } from "../../oracle/body-rules.js";
import {
  type EnvelopeContext,
  type Identity,
  inspectEnvelope,
  withTypeInCase,
} from "../../oracle/envelope-rules.js";
import type { Violation } from "../../oracle/violation-log.js";
import { findMessage, formOf, type Variables } from "../../profiles/codec.js";
import type { Arrival, Listener, ScriptedAnswer } from "../../wire/types.js";
import { PeerClient } from "../exchange/peer-client.js";
import { type Audience, type PeerContext, until, variablesAbout } from "../exchange/peer-context.js";
import { answerOf, type Reaction, type Received } from "../exchange/received.js";
import type { Step } from "./behaviour.js";

/**
 * The answers to messages, by their type, or by type and match id. Of a list each step answers one message of a match;
 * the last one repeats. Undefined: as usual.
 */
export type Script = Readonly<Record<string, Step | readonly Step[] | undefined>>;

const PONG: Reaction = { result: { ok: true, message: "pong" } };
const METHOD_NOT_FOUND: Reaction = { error: { code: -32_601, message: "Method not found" } };

interface ActorOptions {
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
  /** The identity that the sender of this message must have. */
  expectedSender: (received: Received) => Identity;
  variables?: () => Variables;
  /** Whether a message comes from another run; such messages are ignored. */
  isFromAnotherRun?: (message: JsonObject) => boolean;
  /** The peer that an arrival concerns, if several share this actor. */
  audience?: (received: Received) => Audience | undefined;
}

export class Actor {
  readonly received: Received[] = [];
  /** Sends in its name. */
  protected client: PeerClient;
  /** A check may change it: `script.set("MATCH_RESULT_REPORT", …)`. */
  readonly script: Map<string, Step | readonly Step[] | undefined>;
  protected readonly peerContext: PeerContext;
  private readonly options: ActorOptions;
  /** How many messages of a type and a match it has received. */
  private readonly counts = new Map<string, number>();
  /** Open requests by id; the same request again is a repetition, and may have the same id. */
  private readonly asked = new Map<string, string>();
  private retired: Audience | undefined;
  private listener: Listener | undefined;

  constructor(peerContext: PeerContext, options: ActorOptions) {
    const { sender, token, script = {} } = options;
    this.peerContext = peerContext;
    this.options = options;
    this.client = new PeerClient(peerContext, { sender, token });
    this.script = new Map(Object.entries(script));
  }

  async listen(port?: number): Promise<this> {
    const { environment } = this.peerContext;
    this.listener = await environment.listen((arrival) => this.arrive(arrival), { port });
    if (this.options.refuses === true) await this.refuse(true);
    return this;
  }

  get id(): string | undefined {
    return this.options.id;
  }

  get url(): string {
    return this.open.url;
  }

  /** The messages of this type that it received. */
  receivedOf(type: string): Received[] {
    return this.received.filter((one) => one.type === type);
  }

  get now_ms(): number {
    return this.peerContext.environment.clock.now();
  }

  /** Waits until `find` returns a value; it is called at every arrival. */
  until<T>(find: () => T | undefined, withinMs: number): Promise<T | undefined> {
    return until(this.peerContext, find, withinMs);
  }

  /** While it refuses, connections fail as if no process listened. */
  refuse(refusing: boolean): Promise<void> {
    return this.open.refuse(refusing);
  }

  /**
   * From now on arrivals are recorded where they are now, whatever check comes next. It keeps its port: otherwise
   * another actor could get the port and receive its messages.
   */
  retire(): void {
    this.retired ??= { recorder: { ...this.peerContext.recorder } };
  }

  async close(): Promise<void> {
    await this.listener?.close();
  }

  /** From now on it sends with this sender and token. */
  protected become(sender: string, token?: string): void {
    this.client = new PeerClient(this.peerContext, { sender, token });
  }

  private get open(): Listener {
    if (this.listener === undefined) throw new Error(`${this.options.sender} does not listen yet`);
    return this.listener;
  }

  private async arrive(arrival: Arrival): Promise<ScriptedAnswer> {
    const { peerContext, options } = this;
    const { clock } = peerContext.environment;
    const { json, violations } = inspectRequest(arrival);
    const message = findMessage(json)?.message;
    if (message !== undefined && options.isFromAnotherRun?.(message) === true) {
      const { message_type, sender } = message;
      peerContext.recorder.transcript.note(
        `${options.sender} received ${show(message_type)} of ${show(sender)} in another league`,
      );
      return { kind: "reply", status: 404, body: "" };
    }
    const form = formOf(json, peerContext.form.codec, peerContext.forms);
    const decoded = form.decodeRequest(json, this.about());
    const received: Received = {
      at_ms: arrival.at_ms,
      type: decoded?.type,
      message: decoded?.message ?? {},
      method: decoded?.method,
      id: decoded?.id,
      json,
      form,
      raw: arrival,
      by: options.sender,
    };
    const audience = this.retired ?? options.audience?.(received);
    const { transcript, check } = audience?.recorder ?? peerContext.recorder;
    transcript.request(peerContext.agentName, options.sender, arrival.body, arrival.at_ms, arrival);
    transcript.receivedCount += 1;
    this.inspect(received, violations, { check, transcript });
    if (received.id !== undefined && received.id !== null)
      this.asked.set(idKey(received), questionOf(received));
    // The reaction runs before the arrival is published, so that a waiting check reads the peer's updated state.
    const reacting = this.react(received);
    const answers = (reaction: Reaction) => {
      const delay = "afterMs" in reaction ? (reaction.afterMs ?? 0) : 0;
      received.answer = { reaction, at_ms: clock.now() + delay };
      return reaction;
    };
    if (!(reacting instanceof Promise)) answers(reacting);
    this.received.push(received);
    for (const look of new Set([...peerContext.arrivals, ...(audience?.arrivals ?? [])])) look();
    const reaction = reacting instanceof Promise ? answers(await reacting) : reacting;
    const answer = answerOf(received, reaction, peerContext, this.client, this.about(received.message));
    const answered = () => void this.asked.delete(idKey(received));
    if ("delayMs" in answer && answer.delayMs !== undefined) clock.after(answer.delayMs, answered);
    else answered();
    if (answer.kind === "reply") {
      const at_ms = clock.now() + (answer.delayMs ?? 0);
      const body = bytesOf(answer.body);
      transcript.reply(options.sender, peerContext.agentName, answer.status, body, at_ms, arrival);
    } else transcript.note(`${options.sender} answers with: ${answer.kind}`);
    return answer;
  }

  /** Shows the request to the oracle. */
  private inspect(
    received: Received,
    violations: readonly Violation[],
    recorder: Audience["recorder"],
  ): void {
    const { raw, type, method, id } = received;
    const { violationLog } = this.peerContext;
    const where = `${type ?? method ?? "a request"} to ${this.options.sender}`;
    const one = { raw, body: raw.body, where, recorder };
    // RS registers with a plain POST, to which the rules of JSON-RPC do not apply.
    if (!raw.path.endsWith("/register")) {
      const other = this.asked.get(idKey(received));
      const repeated = other !== undefined && other !== questionOf(received);
      const openId: Violation[] = repeated
        ? [{ kind: "open-ids", pointer: "/id", text: `id ${show(id)} is open already` }]
        : [];
      violationLog.record({ rules: ["call-form"], violations }, one);
      // Only a call that is made while another one is open shows it.
      if (this.asked.size > 0) violationLog.record({ rules: ["open-ids"], violations: openId }, one);
    }
    if (type === undefined) return;
    const expectedSender = this.options.expectedSender(received);
    const context: EnvelopeContext = { type, expectedSender, now_ms: raw.at_ms, at: "/params" };
    const { message } = received;
    violationLog.record(inspectEnvelope(message, context), one);
    received.message = withTypeInCase(message, type);
  }

  private about(request: JsonObject = {}): Variables {
    return variablesAbout(this.peerContext, this.options.variables?.() ?? {}, request);
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

/** Several agents may send to one actor with equal ids. */
function idKey({ id, message }: Received): string {
  return `${String(message.sender)} ${typeof id} ${id}`;
}

function questionOf({ type, method, message }: Received): string {
  return `${type ?? method} ${String(message.match_id)} ${String(message.conversation_id)}`;
}
