import type { Dispatcher } from "./dispatcher.js";
import { isPromiseLike } from "./promise-like.js";
import type { IdText, RpcRequest } from "./read-request.js";
import { errorText, resultText } from "./reply-text.js";
import { InvalidMessageError, RpcError, rpcErrors } from "./rpc-error.js";

/** An error that is not sent to the peer. */
export interface RpcFault {
  method: string;
  error: unknown;
  /** True for a notification, which gets no error response. */
  notification: boolean;
}

/** The text of an answer; null if the request needs none. */
export type Answer = string | null;

/** A request that reached no handler: it is no JSON-RPC, its method is unknown, or its params violate their schema. */
export class Unserved {
  /** The requested method; null if there was none. */
  readonly method: string | null;
  /** The error response. */
  readonly refuse: () => Answer;
  /** The error of a method whose params violate its schema. */
  readonly error: unknown;

  constructor(method: string | null, refuse: () => Answer, error?: unknown) {
    this.method = method;
    this.refuse = refuse;
    this.error = error;
  }
}

export type Outcome = Answer | Unserved;

/** Handles one request. Never throws or rejects. */
export function dispatch<Context>(
  request: RpcRequest,
  methods: Dispatcher<Context>,
  context: Context,
  onFault?: (fault: RpcFault) => void,
): Outcome | PromiseLike<Outcome> {
  if (request.kind === "invalid") {
    return new Unserved(null, () => invalidRequestText(request.id, request.hint));
  }
  const { method } = request;
  const id = request.kind === "call" ? request.id : null;
  const succeed = (result: unknown): Answer => (id === null ? null : resultText(id, result));
  const refuse = (error: unknown): Answer => {
    const refusal = id === null ? null : refusalText(id, error);
    if (refusal === null) onFault?.({ method, error, notification: id === null });
    return id === null ? null : (refusal ?? errorText(id, rpcErrors.internalError));
  };
  const fail = (error: unknown): Outcome =>
    error instanceof InvalidMessageError || !methods.has(method)
      ? new Unserved(method, () => refuse(error), error)
      : refuse(error);
  try {
    const result = callMethod(request, methods, context);
    return isPromiseLike(result) ? Promise.resolve(result).then(succeed).catch(fail) : succeed(result);
  } catch (error) {
    return fail(error);
  }
}

/** The text of −32600. @param hint what is expected */
export function invalidRequestText(id: IdText, hint: string | undefined): string {
  const { code, message } = rpcErrors.invalidRequest;
  return errorText(id, { code, message, data: hint === undefined ? undefined : { hint } });
}

/** The answer for an error that may be sent to the peer; null for any other, or if its data cannot be written as JSON. */
function refusalText(id: IdText, error: unknown): string | null {
  try {
    return error instanceof RpcError ? errorText(id, error) : null;
  } catch {
    return null;
  }
}

function callMethod<Context>(
  { method, params }: { method: string; params: unknown },
  methods: Dispatcher<Context>,
  context: Context,
): unknown {
  const found = methods.get(method);
  if (found === undefined)
    throw new RpcError(rpcErrors.methodNotFound.code, rpcErrors.methodNotFound.message);
  if (found.params === "by-name" && (params === undefined || Array.isArray(params))) {
    const { code, message } = rpcErrors.invalidParams;
    throw new InvalidMessageError(code, message, {
      hint: `${method} takes its params by name, as an object`,
    });
  }
  return found.call(params, context);
}
