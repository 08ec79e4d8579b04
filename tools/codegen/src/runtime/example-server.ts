import { explain } from "./explain.js";
import type { Validator } from "./validator.js";

/** The validator and default reply of one method. */
export interface ExampleMethod {
  readonly validateRequest: Validator<unknown>;
  /** The default reply; null for a notification. */
  readonly reply: unknown;
}

/** Replacements for the example replies, by method: a function of the params, or a fixed result. */
export type ExampleAnswers = Readonly<Record<string, unknown>>;

/** An HTTP answer; a notification has no body. */
export interface ExampleReply {
  readonly status: 200 | 204;
  readonly body?: unknown;
}

/** Answers JSON-RPC 2.0, single or in a batch, from examples. The conversation is copied from the request. */
export function answerFromExamples(
  body: unknown,
  methods: Readonly<Record<string, ExampleMethod>>,
  answers: ExampleAnswers,
): ExampleReply {
  if (!Array.isArray(body)) return asReply(answer(body, methods, answers));
  if (body.length === 0) return asReply(failure(null, -32600, "Invalid Request"));
  const replies = body.map((call) => answer(call, methods, answers)).filter((reply) => reply !== undefined);
  return asReply(replies.length === 0 ? undefined : replies);
}

function asReply(body: unknown): ExampleReply {
  return body === undefined ? { status: 204 } : { status: 200, body };
}

function answer(
  call: unknown,
  methods: Readonly<Record<string, ExampleMethod>>,
  answers: ExampleAnswers,
): unknown {
  const request = (typeof call === "object" && call !== null ? call : {}) as Readonly<
    Record<string, unknown>
  >;
  const { jsonrpc, id, method, params = {} } = request;
  if (jsonrpc !== "2.0" || typeof method !== "string") return failure(null, -32600, "Invalid Request");
  const isNotification = id === undefined;
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (known === undefined) return isNotification ? undefined : failure(id, -32601, "Method not found");
  if (!known.validateRequest(params)) {
    const violations = explain(known.validateRequest.errors, params);
    return isNotification ? undefined : failure(id, -32602, "Invalid params", { violations });
  }
  const chosen = Object.hasOwn(answers, method) ? answers[method] : withConversation(known.reply, params);
  const result: unknown = typeof chosen === "function" ? chosen(params) : chosen;
  return isNotification ? undefined : { jsonrpc: "2.0", id, result };
}

function failure(id: unknown, code: number, message: string, data?: unknown): unknown {
  return { jsonrpc: "2.0", id, error: data === undefined ? { code, message } : { code, message, data } };
}

function withConversation(reply: unknown, params: unknown): unknown {
  const conversation = (params as { conversation_id?: unknown } | null)?.conversation_id;
  if (
    typeof reply !== "object" ||
    reply === null ||
    !("conversation_id" in reply) ||
    conversation === undefined
  )
    return reply;
  return { ...reply, conversation_id: conversation };
}
