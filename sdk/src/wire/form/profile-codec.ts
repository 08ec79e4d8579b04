/** Translates canonical messages to bodies on the wire and back, by the rules of a profile. It does not validate. */

import { completed, derived } from "../content/match-report.js";
import {
  messageTypes,
  replyTypeOf,
  replyTypes,
  requestTypes,
  rowOf,
  slugOf,
  typedSender,
} from "../message/contract.js";
import {
  findMessage,
  isToolResult,
  joinedBy,
  type Located,
  replyMessage,
  replyShape,
  splitBy,
  withoutHolder,
} from "../message/find-message.js";
import { asText, copy, isObject, putAt, valueAt } from "../message/members.js";
import { withContractNames, withSpelling } from "../message/spelling.js";
import { readTimes, writeTimes } from "../message/times.js";
import type {
  JsonObject,
  MessageRules,
  ReplyShape,
  RequestShape,
  Variables,
  WireProfile,
} from "../message/types.js";
import { asUuid } from "../message/value-format.js";
import { fromWire, mergeRules, toWire } from "./rules.js";

/** Other senders of a league manager: with an id (`league_manager:LM01`) or in capitals (`LEAGUE_MANAGER`). */
const OWN_NAME_OF_MANAGER = /^league_?manager(:\S+)?$/i;

export type RequestId = string | number | null;

/** A decoded request. */
export interface DecodedRequest {
  /** Canonical message_type, or undefined for a plain method such as ping. */
  readonly type: string | undefined;
  /** Canonical form. */
  readonly message: JsonObject;
  /** The method name on the wire. */
  readonly method: string | undefined;
  readonly id: RequestId | undefined;
}

export class ProfileCodec {
  readonly profile: WireProfile;
  readonly #rules = new Map<string, MessageRules>();
  #namedTypes: { byMethod: Map<string, string>; byWireType: Map<string, string> } | undefined;

  constructor(profile: WireProfile) {
    this.profile = profile;
  }

  get name(): string {
    return this.profile.name;
  }

  /** Whether an incomplete answer counts. */
  get isTolerant(): boolean {
    return this.profile.answers === "any";
  }

  /** The canonical type of a message with this name on the wire; undefined for a name of another form. */
  typeNamed(wireType: unknown): string | undefined {
    return typeof wireType === "string" ? this.#types.byWireType.get(wireType) : undefined;
  }

  /** The method or tool name of a message on the wire. */
  methodName(type: string): string {
    const own = this.#nameRule("method", type);
    if (own !== undefined) return own;
    const { method } = this.profile;
    if (typeof method === "object") return method.always;
    const wireType = this.#nameRule("message_type", type) ?? type;
    if (method === "message_type") return wireType;
    if (method === "message_type_lower") return wireType.toLowerCase();
    return rowOf(type)?.name ?? wireType.toLowerCase();
  }

  /** The path of the address for a message. */
  pathOf(type: string, message: JsonObject, variables: Variables = {}): string {
    const known: Variables = { ...variables, ...message };
    const written = (name: string) => encodeURIComponent(asText(known[name]));
    const { path } = this.rulesOf(type);
    return path?.replaceAll(/\{(\w+)\}/g, (_, name: string) => written(name)) ?? this.profile.path;
  }

  /** Whether a request of this type has this method name in this form. */
  carries(method: string | undefined, type: string): boolean {
    return method === undefined ? this.profile.request === "bare" : this.methodName(type) === method;
  }

  /** The merged rules of a message; computed on first use, because most forms are compared by names only. */
  rulesOf(type: string | undefined): MessageRules {
    const { envelope, replies = {}, messages } = this.profile;
    if (type === undefined || !messageTypes.has(type)) return envelope;
    const known = this.#rules.get(type);
    if (known !== undefined) return known;
    const common = replyTypes.has(type) ? mergeRules(envelope, replies) : envelope;
    const rules = mergeRules(common, messages[type] ?? {});
    this.#rules.set(type, rules);
    return rules;
  }

  /** The types by their names on the wire; computed on first use, because many forms are only written. */
  get #types() {
    this.#namedTypes ??= this.#findTypes();
    return this.#namedTypes;
  }

  #findTypes() {
    const byWireType = new Map(
      [...messageTypes].map((type) => [this.#nameRule("message_type", type) ?? type, type]),
    );
    const byMethod = new Map<string, string>();
    for (const type of requestTypes) {
      const method = this.methodName(type);
      if (!byMethod.has(method)) byMethod.set(method, type);
    }
    return { byMethod, byWireType };
  }

  /** The method or type name in the rules of a message. */
  #nameRule(member: "method" | "message_type", type: string): string | undefined {
    const { envelope, replies = {}, messages } = this.profile;
    const common = replyTypes.has(type) ? (replies[member] ?? envelope[member]) : envelope[member];
    return messages[type]?.[member] ?? common;
  }

  /** The members of a message on the wire, without any JSON-RPC around it. */
  message(type: string, message: JsonObject, variables: Variables = {}): JsonObject {
    const { sender } = message;
    const named = typeof sender === "string" ? { ...message, sender: this.#sender(sender) } : message;
    const wire = toWire(this.#timed(named), this.rulesOf(type), derived(message, variables));
    return splitBy(this.profile.split, wire);
  }

  /** The whole body of a request. Without an id it is a notification. */
  request(type: string, message: JsonObject, id: RequestId | undefined, variables: Variables = {}): unknown {
    return this.#spelled(this.#request(type, message, id, variables));
  }

  #request(type: string, message: JsonObject, id: RequestId | undefined, variables: Variables): unknown {
    const wire = this.message(type, this.#conversing(message), variables);
    const method = this.methodName(type);
    const shown = id !== undefined && this.profile.ids === "one" ? 1 : id;
    const head = { jsonrpc: "2.0", ...(shown === undefined ? {} : { id: shown }) };
    switch (this.profile.request) {
      case "params":
        return { ...head, method, params: this.#wrapped(wire) };
      case "message":
        return { ...head, method, params: { message: wire } };
      case "tools_call":
        return { ...head, method: "tools/call", params: { name: method, arguments: this.#wrapped(wire) } };
      case "bare":
        return wire;
    }
  }

  /** The whole body of an answer. */
  reply(
    type: string,
    message: JsonObject,
    to: RequestId,
    variables: Variables = {},
    shape: ReplyShape = this.profile.reply,
  ): unknown {
    const wire = this.message(type, message, variables);
    const id = this.profile.ids === "one" ? 1 : to;
    return this.#spelled(answerOf(shape, wire, id, this.methodName(type)));
  }

  /** The decoded request; undefined if it contains no message. */
  decodeRequest(body: unknown, variables: Variables = {}): DecodedRequest | undefined {
    const plain = this.plain(body);
    const found = findMessage(plain);
    if (found === undefined || !isObject(plain)) return undefined;
    const { id } = plain;
    const known = typeof id === "string" || typeof id === "number" || id === null ? id : undefined;
    const type = this.typeOf(found);
    return { type, message: this.canonical(type, found.message, variables), method: found.method, id: known };
  }

  /** The message inside the answer to `requestType`, in canonical form; undefined when there is none. */
  decodeReply(
    body: unknown,
    requestType: string | undefined,
    variables: Variables = {},
  ): JsonObject | undefined {
    const answer = replyMessage(this.plain(body));
    if (answer === undefined || isToolResult(answer)) return undefined;
    const wire = this.isTolerant ? withoutHolder(answer) : answer;
    const expected = requestType === undefined ? undefined : replyTypeOf(requestType);
    const named =
      typeof wire.message_type === "string" ? this.#types.byWireType.get(wire.message_type) : undefined;
    // A peer that echoes the request has not answered it.
    if (named !== undefined && named === requestType) return undefined;
    return this.canonical(named ?? expected, wire, variables);
  }

  /** Whether the answer's envelope fits the form: a form with JSON-RPC ids requires a JSON-RPC response. */
  admits(body: unknown): boolean {
    const isRpc = !["bare", "request_body"].includes(replyShape(body));
    return isRpc || (this.profile.ids ?? "same") !== "same";
  }

  /** The canonical type of a request: by its message_type, or else by its method name. */
  typeOf({ message, method }: Pick<Located, "message" | "method">): string | undefined {
    const { message_type } = this.#unwrapped(message);
    const named = typeof message_type === "string" ? message_type : undefined;
    if (named !== undefined) {
      const type = this.#types.byWireType.get(named) ?? (messageTypes.has(named) ? named : undefined);
      if (type !== undefined) return type;
      // A name for every message does not identify a message with an unknown type.
      if (typeof this.profile.method === "object") return undefined;
    }
    return method === undefined ? undefined : this.#types.byMethod.get(method);
  }

  canonical(type: string | undefined, members: JsonObject, variables: Variables): JsonObject {
    const wire = this.#unwrapped(members);
    const rules = this.rulesOf(type);
    const message = this.#named(fromWire(wire, type, rules, variables), variables);
    if (this.profile.times !== undefined) readTimes(message);
    if (this.isTolerant) readRounds(message);
    const { sender } = message;
    if (this.isTolerant && typeof sender === "string" && OWN_NAME_OF_MANAGER.test(sender)) {
      message.sender = "league_manager";
    } else if (this.profile.sender === "bare" && typeof sender === "string") {
      message.sender = typedSender(wire.sender === undefined ? slugOf(sender) : sender, type);
    }
    const isMoved = (rules.move?.length ?? 0) > 0;
    const isElsewhere = (pointer: string) =>
      valueAt(wire, pointer) === undefined && valueAt(message, pointer) !== undefined;
    const isRearranged = isMoved || Object.keys(rules.aliases ?? {}).some(isElsewhere);
    return isRearranged ? completed(type, message, { ...variables, ...wire }) : message;
  }

  /** The request with its conversation id as the form requires it. */
  #conversing(message: JsonObject): JsonObject {
    const { conversation_id } = message;
    if (this.profile.conversation !== "uuid" || typeof conversation_id !== "string") return message;
    return { ...message, conversation_id: asUuid(conversation_id) };
  }

  /** The message with the original conversation id of its request. */
  #named(message: JsonObject, { conversation_id }: Variables): JsonObject {
    if (this.profile.conversation !== "uuid" || typeof conversation_id !== "string") return message;
    return message.conversation_id === asUuid(conversation_id) ? { ...message, conversation_id } : message;
  }

  #timed(message: JsonObject): JsonObject {
    if (this.profile.times === undefined) return message;
    const own = copy(message);
    writeTimes(own, this.profile.times);
    return own;
  }

  #unwrapped(members: JsonObject): JsonObject {
    const inner = this.profile.wrap === undefined ? undefined : members[this.profile.wrap];
    const whole = isObject(inner) ? inner : members;
    return this.profile.split === undefined ? whole : joinedBy(this.profile.split, whole);
  }

  #wrapped(wire: JsonObject): JsonObject {
    return this.profile.wrap === undefined ? wire : { [this.profile.wrap]: wire };
  }

  /** A body of the peer in the names of the contract. */
  plain(body: unknown): unknown {
    return this.profile.spelling === undefined ? body : withContractNames(body);
  }

  #spelled(body: unknown): unknown {
    const { spelling } = this.profile;
    return spelling === undefined ? body : withSpelling(body, spelling);
  }

  #sender(typed: string): string {
    return this.profile.sender === "bare" ? typed.replace(/^[a-z_]+:/, "") : typed;
  }
}

/** The body of an answer with these members at this place. */
export function answerOf(shape: ReplyShape, wire: JsonObject, id: unknown, method: string): JsonObject {
  switch (shape) {
    case "result":
      return { jsonrpc: "2.0", id, result: wire };
    case "content_text":
      return { jsonrpc: "2.0", id, result: toolResult(wire) };
    case "request_body":
      return { jsonrpc: "2.0", method, params: wire, id };
    case "bare":
      return wire;
  }
}

/** A message as the result of an MCP tool: as text for clients that read text, and as it is. */
export function toolResult(message: JsonObject): JsonObject {
  return { content: [{ type: "text", text: JSON.stringify(message) }], structuredContent: message };
}

/** The error reply, likewise. */
export function usualErrors(request: RequestShape): NonNullable<WireProfile["errors"]> {
  if (request === "tools_call") return "tool";
  return request === "bare" ? "status" : "jsonrpc";
}

/** The place of the answer to a request of this shape from an unknown peer. */
export function usualReply(request: RequestShape): ReplyShape {
  if (request === "tools_call") return "content_text";
  return request === "bare" ? "bare" : "result";
}

/** Converts named rounds to numbers: `ROUND_2` is 2. */
const places = ["/round_id", "/context/round_id", "/next_round_id"];

/** Replaces names of rounds by numbers, in `message` itself. A text without exactly one number is unchanged. */
export function readRounds(message: JsonObject): void {
  for (const pointer of places) {
    const value = valueAt(message, pointer);
    const [number, ...others] = typeof value === "string" ? (value.match(/\d+/g) ?? []) : [];
    if (number !== undefined && others.length === 0) putAt(message, pointer, Number(number));
  }
}
