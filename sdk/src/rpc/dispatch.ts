import { isObject } from "../json/parse-json.js";
import type { IdText, RpcRequest } from "./read-request.js";
import { RpcError, rpcErrors } from "./rpc-error.js";

/** How a request ended: `refused` by the rules, or `failed` by an internal error. */
export type Outcome = "answered" | "refused" | "failed";

/** An error that is not sent to the peer. */
export interface RpcFault {
  method: string;
  error: unknown;
  /** True for a notification, which gets no error response. */
  notification: boolean;
}

/** Functions that observe the requests. They must not throw. */
export interface RpcObserver {
  /** Called with every internal error, and with every error of a notification. */
  onFault?: (fault: RpcFault) => void;
  /**
   * Called at the end of every request with the time of its beginning, as `now` returned it. The method is null if none serves the
   * request: it is no JSON-RPC, or its method is unknown.
   */
  onEnd?: ((method: string | null, outcome: Outcome, begun: number) => void) | undefined;
  /** Milliseconds; needed by `onEnd`. */
  now?: () => number;
}

/** The text of an answer; null if the request needs none. */
export type Answer = string | null;

/** Handles one request. Never throws or rejects. */
export async function dispatch<Context>(
  request: RpcRequest,
  methods: Dispatcher<Context>,
  context: Context,
  observer: RpcObserver,
): Promise<Answer> {
  const { onEnd, now } = observer;
  const begun = now?.() ?? 0;
  if (request.kind === "invalid") {
    onEnd?.(null, "refused", begun);
    return invalidRequestText(request.id, request.hint);
  }
  const { method, params } = request;
  const found = methods.get(method);
  if (found === undefined) {
    onEnd?.(null, "refused", begun);
    return refuse(request, observer, new RpcError(rpcErrors.methodNotFound));
  }
  let result: unknown;
  try {
    result = await found.call(params, context);
  } catch (error) {
    onEnd?.(method, error instanceof RpcError ? "refused" : "failed", begun);
    return refuse(request, observer, error);
  }
  onEnd?.(method, "answered", begun);
  try {
    return request.kind === "call" ? resultText(request.id, result) : null;
  } catch (error) {
    return refuse(request, observer, error);
  }
}

function refuse(
  request: Exclude<RpcRequest, { kind: "invalid" }>,
  { onFault }: RpcObserver,
  error: unknown,
): Answer {
  const { method, kind } = request;
  const refusal = kind === "call" ? refusalText(request.id, error) : null;
  if (refusal === null) onFault?.({ method, error, notification: kind === "notification" });
  return kind === "call" ? (refusal ?? errorText(request.id, rpcErrors.internalError)) : null;
}

/** The text of −32600. @param hint what is expected */
export function invalidRequestText(id: IdText, hint: string | undefined): string {
  return errorText(id, { ...rpcErrors.invalidRequest, data: hint === undefined ? undefined : { hint } });
}

/** The answer for an error that may be sent to the peer; null for any other, or if its data cannot be written as JSON. */
function refusalText(id: IdText, error: unknown): string | null {
  try {
    return error instanceof RpcError ? errorText(id, error) : null;
  } catch {
    return null;
  }
}

export interface RpcMethod<Context> {
  /**
   * Returns the result, or a promise of it; undefined is sent as null. A thrown `RpcError` becomes the error of the answer,
   * any other error becomes −32603 and is passed to `onFault`.
   * @param params an object, an array, or undefined
   */
  call(params: unknown, context: Context): unknown;
}

/** The params of a method that takes them by name. @throws RpcError −32602 */
export function byName(params: unknown): Record<string, unknown> {
  if (isObject(params)) return params;
  throw new RpcError(rpcErrors.invalidParams, { hint: "params are taken by name, as an object" });
}

/** Methods by name. A Map, which has no members of `Object.prototype`. */
export type Dispatcher<Context> = ReadonlyMap<string, RpcMethod<Context>>;

/** The text of a JSON-RPC response with a result. Throws what `JSON.stringify` throws. */
export function resultText(id: IdText, result: unknown): string {
  return `{"jsonrpc":"2.0","result":${JSON.stringify(result) ?? "null"},"id":${id}}`;
}

/** The text of a JSON-RPC response with an error; `data` is left out if undefined. */
export function errorText(id: IdText, error: { code: number; message: string; data?: unknown }): string {
  const { code, message, data } = error;
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`;
}
