/** An endpoint of the suite that records every arrival and answers by a script. */
import { isCopiedOutsideResult, membersOutsideResult } from "@league-v2/sdk/codec";
import { protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { bytesOf, show } from "../../json/text.js";
import {
  type EnvelopeContext,
  envelopeRules,
  type Identity,
  inspectEnvelope,
  withTypeInCase,
} from "../../oracle/envelope-rules.js";
import { inspectRequest } from "../../oracle/json-rules.js";
import type { Violation } from "../../oracle/violation-log.js";
import { type Codec, findMessage, formOf, type RequestId } from "../../profiles/codec.js";
import type { Variables } from "../../profiles/types.js";
import type { Arrival, Listener, ScriptedAnswer } from "../../wire/types.js";
import { type Audience, type PeerContext, timestampText, until, variablesAbout } from "./peer-context.js";

/** One message that the agent sent to a peer. */
export interface Received {
  at_ms: number;
  /** Canonical message_type; undefined for plain methods and unreadable bodies. */
  type: string | undefined;
  /** Canonical form. */
  message: JsonObject;
  method: string | undefined;
  /** Undefined for a notification. */
  id: RequestId | undefined;
  json: unknown;
  /** The wire form of the message and of its answer. */
  form: Codec;
  raw: Arrival;
  /** Which of the suite's peers received it. */
  by: string;
  /** What that peer answers, and when, on the environment's clock; undefined until it is known. */
  answer?: { reaction: Reaction; at_ms: number };
}

/** A peer's reaction to an arrival. */
export type Reaction =
  /** The contract's reply, with these members. `alter` changes the message, `change` the whole body that is sent. */
  | {
      say: string;
      fields: JsonObject;
      afterMs?: number | undefined;
      alter?: (message: JsonObject) => JsonObject;
      change?: (body: JsonObject) => unknown;
    }
  | { error: { code: number; message: string; data?: unknown }; afterMs?: number }
  | { result: unknown; afterMs?: number }
  | { http: ScriptedAnswer };

export type React = (received: Received) => Reaction | Promise<Reaction>;

export interface RecordingEndpointOptions {
  /** As the transcript shows it. */
  name: string;
  /** Sender and token of this peer's answers; they may change when it has registered. */
  identity: () => { sender: string; token?: string | undefined };
  /** The identity that the sender of this message must have. */
  expectedSender: (received: Received) => Identity;
  variables?: () => Variables;
  /** Whether a message comes from another run; such messages are ignored. */
  isFromAnotherRun?: (message: JsonObject) => boolean;
  /** The peer that an arrival concerns, if several share this endpoint. */
  audience?: (received: Received) => Audience | undefined;
  react: React;
}

export class RecordingEndpoint {
  readonly received: Received[] = [];
  private readonly byType = new Map<string | undefined, Received[]>();
  readonly name: string;
  /** Open requests by id; the same request again is a repetition, and may have the same id. */
  private readonly asked = new Map<string, string>();
  private readonly peerContext: PeerContext;
  private readonly options: RecordingEndpointOptions;
  private listener: Listener | undefined;

  constructor(peerContext: PeerContext, options: RecordingEndpointOptions) {
    this.peerContext = peerContext;
    this.options = options;
    this.name = options.name;
  }

  /** Starts to listen. */
  async listen(port?: number): Promise<this> {
    this.listener = await this.peerContext.environment.listen((arrival) => this.arrive(arrival), { port });
    return this;
  }

  get url(): string {
    return this.open.url;
  }

  get port(): number {
    return this.open.port;
  }

  /** While it refuses, connections fail as if no process listened. */
  refuse(refusing: boolean): Promise<void> {
    return this.open.refuse(refusing);
  }

  async close(): Promise<void> {
    await this.listener?.close();
  }

  private get open(): Listener {
    if (this.listener === undefined) throw new Error(`${this.name} does not listen yet`);
    return this.listener;
  }

  all(type: string): Received[] {
    return [...(this.byType.get(type) ?? [])];
  }

  /** Waits until `find` returns a value; it is called at every arrival. */
  until<T>(find: () => T | undefined, withinMs: number): Promise<T | undefined> {
    return until(this.peerContext, find, withinMs);
  }

  /** The next message of this type that is not among `seen`. */
  next(type: string, withinMs: number, seen = this.all(type).length): Promise<Received | undefined> {
    return this.until(() => this.all(type)[seen], withinMs);
  }

  private async arrive(arrival: Arrival): Promise<ScriptedAnswer> {
    const { peerContext, options } = this;
    const { json, violations } = inspectRequest(arrival);
    // RS registers with a plain POST, to which the rules of JSON-RPC do not apply.
    const isRpc = !arrival.path.endsWith("/register");
    const message = findMessage(json)?.message;
    if (message !== undefined && options.isFromAnotherRun?.(message) === true) {
      const { message_type, sender } = message;
      peerContext.recorder.transcript.note(
        `${options.name} received ${show(message_type)} of ${show(sender)} in another league`,
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
      by: options.name,
    };
    const audience = options.audience?.(received);
    const { transcript, check } = audience?.recorder ?? peerContext.recorder;
    transcript.request(peerContext.agentName, options.name, arrival.body, arrival.at_ms, arrival);
    transcript.receivedCount += 1;
    const where = `${received.type ?? received.method ?? "a request"} to ${options.name}`;
    const one = { raw: arrival, body: arrival.body, where, recorder: { check, transcript } };
    if (isRpc) {
      const other = this.asked.get(idKey(received));
      const repeated = other !== undefined && other !== questionOf(received);
      const openId: Violation[] = repeated
        ? [{ kind: "open-ids", pointer: "/id", text: `id ${show(received.id)} is open already` }]
        : [];
      peerContext.violationLog.record(["call-form", "open-ids"], [...violations, ...openId], one);
    }
    if (received.type !== undefined) {
      const context: EnvelopeContext = {
        type: received.type,
        expectedSender: options.expectedSender(received),
        now_ms: arrival.at_ms,
        at: "/params",
      };
      peerContext.violationLog.record(
        envelopeRules(received.message, context),
        inspectEnvelope(received.message, context),
        one,
      );
      received.message = withTypeInCase(received.message, received.type);
    }
    if (received.id !== undefined && received.id !== null)
      this.asked.set(idKey(received), questionOf(received));
    // The reaction runs before the arrival is published, so that a waiting check reads the peer's updated state.
    const reacting = options.react(received);
    const answers = (reaction: Reaction) => {
      const delay = "afterMs" in reaction ? (reaction.afterMs ?? 0) : 0;
      received.answer = { reaction, at_ms: peerContext.environment.clock.now() + delay };
      return reaction;
    };
    if (!(reacting instanceof Promise)) answers(reacting);
    this.received.push(received);
    const ofType = this.byType.get(received.type) ?? [];
    ofType.push(received);
    this.byType.set(received.type, ofType);
    for (const look of new Set([...peerContext.arrivals, ...(audience?.arrivals ?? [])])) look();
    const answer = this.encode(received, reacting instanceof Promise ? answers(await reacting) : reacting);
    const answered = () => void this.asked.delete(idKey(received));
    if ("delayMs" in answer && answer.delayMs !== undefined)
      peerContext.environment.clock.after(answer.delayMs, answered);
    else answered();
    if (answer.kind === "reply") {
      const at_ms = peerContext.environment.clock.now() + (answer.delayMs ?? 0);
      const body = bytesOf(answer.body);
      transcript.reply(options.name, peerContext.agentName, answer.status, body, at_ms, arrival);
    } else transcript.note(`${options.name} answers with: ${answer.kind}`);
    return answer;
  }

  private about(request: JsonObject = {}): Variables {
    return variablesAbout(this.peerContext, this.options.variables?.() ?? {}, request);
  }

  private encode(received: Received, reaction: Reaction): ScriptedAnswer {
    if ("http" in reaction) return reaction.http;
    // The reply to a notification has no body (contract 1).
    if (received.id === undefined && findMessage(received.json)?.shape !== "bare")
      return { kind: "reply", status: 204, body: "" };
    const { afterMs: delayMs } = reaction;
    const send = (body: unknown): ScriptedAnswer => ({
      kind: "reply",
      status: 200,
      body: bytesOf(body),
      delayMs,
    });
    const id = received.id ?? null;
    if ("error" in reaction) return send({ jsonrpc: "2.0", id, error: reaction.error });
    if ("result" in reaction) return send({ jsonrpc: "2.0", id, result: reaction.result });
    const { sender, token } = this.options.identity();
    const message: JsonObject = {
      protocol: protocol.version,
      message_type: reaction.say,
      sender,
      timestamp: timestampText(this.peerContext, this.peerContext.environment.clock.now() + (delayMs ?? 0)),
      conversation_id: conversationOf(received) ?? "conv-unknown",
      ...(token === undefined ? {} : { auth_token: token }),
      ...reaction.fields,
    };
    const altered = reaction.alter?.(message) ?? message;
    const body = received.form.reply(reaction.say, altered, id, this.about(received.message));
    const changed = reaction.change === undefined ? body : reaction.change(body as JsonObject);
    const isTolerant = received.form.isTolerant || this.peerContext.form.codec.isTolerant;
    return send(isTolerant && isCopiedOutsideResult(reaction.say) ? besideResult(changed) : changed);
  }
}

/** The SDK's players send this when the form does not define where the sender reads the answer. */
function besideResult(response: unknown): unknown {
  if (!isObject(response) || !isObject(response.result)) return response;
  const { result } = response;
  if (result.content === undefined) return { ...response, ...membersOutsideResult(result) };
  const { structuredContent } = result;
  if (!isObject(structuredContent)) return response;
  return { ...response, result: { ...membersOutsideResult(structuredContent), ...result } };
}

/** Several agents may send to one endpoint with equal ids. */
function idKey({ id, message }: Received): string {
  return `${String(message.sender)} ${typeof id} ${id}`;
}

function questionOf({ type, method, message }: Received): string {
  return `${type ?? method} ${String(message.match_id)} ${String(message.conversation_id)}`;
}

/** Undefined for an invalid one: an answer that repeated it would be refused for it. */
function conversationOf({ message: { conversation_id } }: Received): string | undefined {
  return typeof conversation_id === "string" && conversation_id !== "" ? conversation_id : undefined;
}
