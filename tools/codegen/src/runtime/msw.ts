import { HttpResponse, http, type RequestHandler } from "msw";
import { explain } from "./explain.js";
import type { Validator } from "./validator.js";
import { isAnObject } from "./values.js";

/** The validator and the default reply of one method. */
export interface ExampleMethod {
  readonly validateRequest: Validator<unknown>;
  /** Null for a notification. */
  readonly reply: unknown;
}

type Methods = Readonly<Record<string, ExampleMethod>>;
/** Replacements for the example replies, by method: a function of the params, or a fixed result. */
type Answers = Readonly<Record<string, unknown>>;

/** Handlers for the JSON-RPC 2.0 that is posted to a URL. */
export function exampleHandlers(url: string, methods: Methods, answers: Answers): RequestHandler[] {
  return [
    http.post(url, async ({ request }) => {
      const reply = answerFromExamples(await request.json(), methods, answers);
      return reply === undefined ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(reply);
    }),
  ];
}

/** The reply to one call, or to a batch; undefined for notifications. The conversation is copied from the request. */
export function answerFromExamples(body: unknown, methods: Methods, answers: Answers): unknown {
  if (!Array.isArray(body)) return answer(body, methods, answers);
  const replies = body.map((call) => answer(call, methods, answers)).filter((reply) => reply !== undefined);
  if (body.length === 0) return failure(-32600, "Invalid Request");
  return replies.length === 0 ? undefined : replies;
}

function answer(call: unknown, methods: Methods, answers: Answers): unknown {
  const { jsonrpc, id, method, params = {} } = isAnObject(call) ? call : {};
  if (jsonrpc !== "2.0" || typeof method !== "string") return failure(-32600, "Invalid Request");
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
  let reply: object;
  if (known === undefined) reply = failure(-32601, "Method not found");
  else if (!known.validateRequest(params))
    reply = failure(-32602, "Invalid params", { violations: explain(known.validateRequest.errors, params) });
  else {
    const chosen = Object.hasOwn(answers, method) ? answers[method] : withConversation(known.reply, params);
    reply = { jsonrpc, result: typeof chosen === "function" ? chosen(params) : chosen };
  }
  return id === undefined ? undefined : { ...reply, id };
}

function failure(code: number, message: string, data?: unknown): object {
  return { jsonrpc: "2.0", id: null, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

function withConversation(reply: unknown, params: unknown): unknown {
  const { conversation_id } = isAnObject(params) ? params : {};
  const isCopied = isAnObject(reply) && "conversation_id" in reply && conversation_id !== undefined;
  return isCopied ? { ...reply, conversation_id } : reply;
}
