/** A profile at work: canonical messages to bytes on the wire and back. */
import { messageTypes, methodOf, replyTypeOf, requestTypes } from "../contract.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import type { Role } from "../types.js";
import { fromWire, mergeRules, toWire } from "./rules.js";
import type { MessageRules, Variables, WireProfile } from "./types.js";

export type RequestId = string | number | null;

/** What a request turned out to say. */
export interface DecodedRequest {
  /** Canonical message_type, or undefined for a plain method such as ping. */
  type: string | undefined;
  /** Canonical form. */
  message: JsonObject;
  /** The name as it stood on the wire. */
  method: string | undefined;
  id: RequestId | undefined;
}

export class Codec {
  readonly profile: WireProfile;
  private readonly agentRole: Role;
  private readonly rules = new Map<string, MessageRules>();
  private readonly typeByMethod = new Map<string, string>();
  private readonly typeByWireType = new Map<string, string>();

  /** @param agentRole whose bare ids are typed when they are read */
  constructor(profile: WireProfile, agentRole: Role) {
    this.profile = profile;
    this.agentRole = agentRole;
    for (const type of messageTypes) {
      const rules = mergeRules(profile.envelope, profile.messages[type] ?? {});
      this.rules.set(type, rules);
      this.typeByWireType.set(rules.message_type ?? type, type);
    }
    for (const type of requestTypes) {
      const method = this.methodName(type);
      if (!this.typeByMethod.has(method)) this.typeByMethod.set(method, type);
    }
  }

  /** The name under which this message travels. */
  methodName(type: string): string {
    const own = this.rules.get(type)?.method;
    if (own !== undefined) return own;
    const { method } = this.profile;
    if (typeof method === "object") return method.always;
    const wireType = this.rules.get(type)?.message_type ?? type;
    if (method === "message_type") return wireType;
    if (method === "message_type_lower") return wireType.toLowerCase();
    return methodOf(type)?.name ?? wireType.toLowerCase();
  }

  /** The members of a message on the wire, without any JSON-RPC around them. */
  message(type: string, message: JsonObject, variables: Variables = {}): JsonObject {
    const rules = this.rules.get(type) ?? this.profile.envelope;
    const sender = typeof message.sender === "string" ? { sender: this.sender(message.sender) } : {};
    return toWire({ ...message, ...sender }, rules, variables);
  }

  /** The whole body of a request. Without an id it is a notification. */
  request(type: string, message: JsonObject, id: RequestId | undefined, variables: Variables = {}): unknown {
    return this.envelop(this.methodName(type), this.message(type, message, variables), id);
  }

  /** The whole body of an answer. */
  reply(type: string, message: JsonObject, to: RequestId, variables: Variables = {}): unknown {
    const wire = this.message(type, message, variables);
    switch (this.profile.reply) {
      case "result":
        return { jsonrpc: "2.0", id: to, result: wire };
      case "content_text":
        return {
          jsonrpc: "2.0",
          id: to,
          result: { content: [{ type: "text", text: JSON.stringify(wire) }] },
        };
      case "request_body":
        return { jsonrpc: "2.0", method: this.methodName(type), params: wire, id: to };
      case "bare":
        return wire;
    }
  }

  /** What a request says; undefined when no message can be found in it. */
  decodeRequest(body: unknown, variables: Variables = {}): DecodedRequest | undefined {
    if (!isObject(body)) return undefined;
    const { id } = body;
    const known = typeof id === "string" || typeof id === "number" || id === null ? id : undefined;
    const found = locate(body);
    if (found === undefined) return undefined;
    const type = this.typeOf(found.message, found.method);
    return { type, message: this.canonical(type, found.message, variables), method: found.method, id: known };
  }

  /** The message inside the answer to `requestType`, in canonical form; undefined when there is none. */
  decodeReply(
    body: unknown,
    requestType: string | undefined,
    variables: Variables = {},
  ): JsonObject | undefined {
    const wire = replyMessage(body);
    if (wire === undefined) return undefined;
    const expected = requestType === undefined ? undefined : replyTypeOf(requestType);
    const named =
      typeof wire.message_type === "string" ? this.typeByWireType.get(wire.message_type) : undefined;
    // Whoever sends the question back has not answered it.
    if (named !== undefined && named === requestType) return undefined;
    return this.canonical(named ?? expected, wire, variables);
  }

  private typeOf(message: JsonObject, method: string | undefined): string | undefined {
    const named = typeof message.message_type === "string" ? message.message_type : undefined;
    if (named !== undefined) {
      const type = this.typeByWireType.get(named) ?? (messageTypes.has(named) ? named : undefined);
      if (type !== undefined) return type;
    }
    return method === undefined ? undefined : this.typeByMethod.get(method);
  }

  private canonical(type: string | undefined, wire: JsonObject, variables: Variables): JsonObject {
    const rules = (type === undefined ? undefined : this.rules.get(type)) ?? this.profile.envelope;
    const message = fromWire(wire, type, rules, variables);
    const { sender } = message;
    if (
      this.profile.sender === "bare" &&
      typeof sender === "string" &&
      !sender.includes(":") &&
      sender !== "league_manager"
    ) {
      message.sender = `${this.agentRole}:${sender}`;
    }
    return message;
  }

  private sender(typed: string): string {
    return this.profile.sender === "bare" ? typed.replace(/^[a-z_]+:/, "") : typed;
  }

  private envelop(method: string, wire: JsonObject, id: RequestId | undefined): unknown {
    const head = { jsonrpc: "2.0", ...(id === undefined ? {} : { id }) };
    switch (this.profile.request) {
      case "params":
        return { ...head, method, params: wire };
      case "message":
        return { ...head, method, params: { message: wire } };
      case "tools_call":
        return { ...head, method: "tools/call", params: { name: method, arguments: wire } };
      case "bare":
        return wire;
    }
  }
}

/** Finds the message and the method name in a request of any known shape. */
export function locate(
  body: JsonObject,
): { shape: WireProfile["request"]; message: JsonObject; method: string | undefined } | undefined {
  const { params } = body;
  const method = typeof body.method === "string" ? body.method : undefined;
  if (method === undefined)
    return typeof body.message_type === "string" ? { shape: "bare", message: body, method } : undefined;
  if (params === undefined) return { shape: "params", message: {}, method };
  if (!isObject(params)) return undefined;
  if (method === "tools/call" && typeof params.name === "string") {
    return {
      shape: "tools_call",
      message: isObject(params.arguments) ? params.arguments : {},
      method: params.name,
    };
  }
  if (isObject(params.message) && params.message_type === undefined)
    return { shape: "message", message: params.message, method };
  return { shape: "params", message: params, method };
}

/** Finds the message in an answer of any known shape. */
function replyMessage(body: unknown): JsonObject | undefined {
  if (!isObject(body)) return undefined;
  if (isObject(body.result)) return inContent(body.result) ?? body.result;
  if (body.error !== undefined && body.error !== null && body.jsonrpc !== undefined) return undefined;
  if (typeof body.method === "string" && isObject(body.params)) return locate(body)?.message;
  return typeof body.message_type === "string" ? body : undefined;
}

/** The message inside an MCP tool result. */
function inContent(result: JsonObject): JsonObject | undefined {
  if (isObject(result.structuredContent)) return result.structuredContent;
  const first: unknown = Array.isArray(result.content) ? result.content[0] : undefined;
  if (!isObject(first) || typeof first.text !== "string" || result.isError === true) return undefined;
  try {
    const inner: unknown = JSON.parse(first.text);
    return isObject(inner) ? inner : undefined;
  } catch {
    return undefined;
  }
}
