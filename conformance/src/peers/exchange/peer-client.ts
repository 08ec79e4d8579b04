/** A scripted client that calls the agent under test as the league manager, a referee or an impostor. */

import { methodOf, protocol } from "../../contract.js";
import { bytesOf, copy, type JsonObject, putAt, removeAt } from "../../json.js";
import type { RequestId } from "../../profiles/codec.js";
import { answerLimit } from "../../time/protocol-deadlines.js";
import type { RawRequest } from "../../wire/types.js";
import type { Answer } from "./answer.js";
import { exchange } from "./exchange.js";
import {
  newConversation,
  type PeerContext,
  type Target,
  timestampText,
  variablesAbout,
} from "./peer-context.js";

/** Changes to one message. */
export interface MessageOverrides {
  /** Members of the message to set, by JSON Pointer, after all other changes: `{"/match_id": "R9M9"}`. */
  set?: Readonly<Record<string, unknown>>;
  /** Members of the message to leave out, by JSON Pointer. */
  remove?: readonly string[];
  /** Applied to the message last. */
  change?: (message: JsonObject) => JsonObject;
  /** The JSON-RPC id; `"none"` makes it a notification. Default: a number from the client's own counter. */
  id?: RequestId | "none" | undefined;
  conversation?: string;
  /** The name of the method (or tool) on the wire. */
  method?: string;
  timeoutMs?: number;
  http?: Partial<Pick<RawRequest, "verb" | "path" | "headers" | "pace" | "url">>;
}

export class PeerClient {
  readonly name: string;
  readonly sender: string;
  readonly token: string | undefined;
  private readonly peerContext: PeerContext;
  private count = 0;

  /** @param name as the transcript shows it; default: its sender */
  constructor(
    peerContext: PeerContext,
    { sender, token, name = sender }: { sender: string; token?: string | undefined; name?: string },
  ) {
    this.peerContext = peerContext;
    this.name = name;
    this.sender = sender;
    this.token = token;
  }

  /** The whole message in canonical form, as this client would send it now. */
  compose(type: string, fields: JsonObject, overrides: MessageOverrides = {}): JsonObject {
    const message: JsonObject = {
      protocol: protocol.version,
      message_type: type,
      sender: this.sender,
      timestamp: timestampText(this.peerContext, this.peerContext.environment.clock.now()),
      conversation_id: overrides.conversation ?? newConversation(this.peerContext, type.toLowerCase()),
      ...(this.token === undefined ? {} : { auth_token: this.token }),
      ...copy(fields),
    };
    for (const [pointer, value] of Object.entries(overrides.set ?? {})) putAt(message, pointer, value);
    for (const pointer of overrides.remove ?? []) removeAt(message, pointer);
    return overrides.change?.(message) ?? message;
  }

  /** Sends a message in the wire form of the run and waits for the answer, somewhat longer than the contract's deadline. */
  async say(to: Target, type: string, fields: JsonObject, overrides: MessageOverrides = {}): Promise<Answer> {
    const message = this.compose(type, fields, overrides);
    const { codec } = this.peerContext.form;
    const id =
      overrides.id === "none" ? undefined : overrides.id === undefined ? this.nextId() : overrides.id;
    const body = codec.request(
      type,
      message,
      id,
      variablesAbout(this.peerContext, to.variables),
    ) as JsonObject;
    if (overrides.method !== undefined) renameMethod(body, overrides.method);
    return exchange(this.peerContext, {
      from: this.name,
      to,
      body: bytesOf(body),
      type,
      message,
      timeoutMs: overrides.timeoutMs ?? this.answerTimeoutMs(type),
      conversation: message.conversation_id,
      http: overrides.http,
    });
  }

  /** Calls a plain JSON-RPC method, such as `ping`. */
  call(
    to: Target,
    method: string,
    params?: unknown,
    overrides: Pick<MessageOverrides, "id" | "timeoutMs" | "http"> = {},
  ): Promise<Answer> {
    const id =
      overrides.id === "none" ? {} : { id: overrides.id === undefined ? this.nextId() : overrides.id };
    const body = { jsonrpc: "2.0", ...id, method, ...(params === undefined ? {} : { params }) };
    return this.raw(to, body, { question: method, ...overrides });
  }

  /** Any bytes, any JSON value, or any text as the body. */
  raw(
    to: Target,
    body: unknown,
    options: { question?: string; timeoutMs?: number; http?: MessageOverrides["http"] | undefined } = {},
  ): Promise<Answer> {
    return exchange(this.peerContext, {
      from: this.name,
      to,
      body: bytesOf(body),
      question: options.question ?? "a raw request",
      timeoutMs: options.timeoutMs ?? this.answerTimeoutMs("LEAGUE_QUERY"),
      http: options.http,
    });
  }

  private answerTimeoutMs(type: string): number {
    const deadline = methodOf(type)?.deadlineMs ?? methodOf("LEAGUE_QUERY")?.deadlineMs ?? 0;
    return answerLimit(deadline) + this.peerContext.margin_ms();
  }

  private nextId(): number {
    this.count += 1;
    return this.count;
  }
}

function renameMethod(body: JsonObject, method: string): void {
  const params = body.params as JsonObject | undefined;
  if (body.method === "tools/call" && params !== undefined) params.name = method;
  else if (body.method !== undefined) body.method = method;
}
