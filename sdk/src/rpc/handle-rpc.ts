import { decodeUtf8 } from "../json/decode-utf8.js";
import { rawValueAt } from "../json/json-scan.js";
import { type JsonFault, type JsonLimits, parseJson } from "../json/parse-json.js";
import type { JsonPath } from "../json/pointer.js";
import type { Dispatcher } from "./dispatcher.js";
import { isPromiseLike } from "./promise-like.js";
import { type IdText, type RpcRequest, readRequest } from "./read-request.js";
import { errorText, resultText } from "./reply-text.js";
import { InvalidMessageError, RpcError, rpcErrors } from "./rpc-error.js";

export interface RpcLimits extends JsonLimits {
  /** How many entries a batch may have. */
  batchRequests: number;
}

/** Something went wrong that the peer is not told. */
export interface RpcFault {
  method: string;
  error: unknown;
  /** True if it was a notification, to which no error can be answered. */
  notification: boolean;
}

export interface RpcOptions {
  limits: RpcLimits;
  /**
   * Another reading of a request that is no JSON-RPC, has no method here, or whose params break their schema:
   * the text of its answer, null if none is due, undefined if it is nothing else either.
   */
  foreign?: ((entry: unknown, request: RpcRequest) => Promise<string | null | undefined>) | undefined;
  /** Whether the other reading comes first. */
  foreignFirst?: () => boolean;
  /** Told of every internal error, and of every error of a notification. Must not throw. */
  onFault?: (fault: RpcFault) => void;
  /** Told of everything that came to no handler, with the method that was asked for if there was one. Must not throw. */
  onUnserved?: (method: string | null) => void;
}

/**
 * Answers one JSON-RPC 2.0 body: a request, a notification or a batch. Never rejects.
 * The entries of a batch run at the same time; their answers keep the order of the requests.
 * Whatever the JSON parser refuses (a repeated key and too deep a nesting too) is a parse error, −32700.
 * @returns the answer's text, or null if none is due
 */
export async function handleRpc<Context>(
  input: string | Uint8Array,
  methods: Dispatcher<Context>,
  context: Context,
  options: RpcOptions,
): Promise<string | null> {
  const unserved = (answer: string): string => {
    options.onUnserved?.(null);
    return answer;
  };
  const text = typeof input === "string" ? input : decodeUtf8(input);
  if (text === null) return unserved(errorText("null", rpcErrors.parseError));
  const parsed = parseJson(text, options.limits);
  if (!parsed.ok) return unserved(parseErrorText(parsed.fault));
  const body = parsed.value;

  const answerEntry = (entry: unknown, path: JsonPath): Answer | PromiseLike<Answer> => {
    const request = readRequest(entry, () => rawValueAt(text, [...path, "id"]) ?? "null");
    if (options.foreignFirst?.() === true) return otherwise(entry, request, methods, context, options);
    return answer(entry, request, methods, context, options);
  };
  if (!Array.isArray(body)) return answerEntry(body, []);

  if (body.length === 0) return unserved(errorText("null", rpcErrors.invalidRequest));
  const { batchRequests } = options.limits;
  if (body.length > batchRequests) {
    const hint = `a batch may have ${batchRequests} entries, this one has ${body.length}`;
    return unserved(invalidRequestText("null", hint));
  }
  const answers = await Promise.all(body.map((entry, index) => answerEntry(entry, [index])));
  const due = answers.filter((one) => one !== null);
  return due.length === 0 ? null : `[${due.join(",")}]`;
}

/** An answer's text, null if none is due. */
type Answer = string | null;

async function otherwise<Context>(
  entry: unknown,
  request: RpcRequest,
  methods: Dispatcher<Context>,
  context: Context,
  options: RpcOptions,
): Promise<Answer> {
  const text = await readOtherwise(entry, request, options);
  return text === undefined
    ? answer(entry, request, methods, context, { ...options, foreign: undefined })
    : text;
}

/** The other reading, if there is one; a fault in it is as if it had found nothing. */
async function readOtherwise(
  entry: unknown,
  request: RpcRequest,
  { foreign, onFault }: RpcOptions,
): Promise<Answer | undefined> {
  try {
    return await foreign?.(entry, request);
  } catch (error) {
    const method = request.kind === "invalid" ? "an invalid request" : request.method;
    onFault?.({ method, error, notification: request.kind === "notification" });
    return undefined;
  }
}

function answer<Context>(
  entry: unknown,
  request: RpcRequest,
  methods: Dispatcher<Context>,
  context: Context,
  options: RpcOptions,
): Answer | PromiseLike<Answer> {
  const { onFault, onUnserved, foreign } = options;
  const healed = (text: Answer | undefined, refuse: () => Answer): Answer =>
    text === undefined ? refuse() : text;
  if (request.kind === "invalid") {
    const refuse = () => {
      onUnserved?.(null);
      return invalidRequestText(request.id, request.hint);
    };
    if (foreign === undefined) return refuse();
    return readOtherwise(entry, request, options).then((text) => healed(text, refuse));
  }
  const id = request.kind === "call" ? request.id : null;

  const succeed = (result: unknown): Answer => (id === null ? null : resultText(id, result));
  const fail = (error: unknown): Answer => {
    const refusal = id === null ? null : refusalText(id, error);
    if (isForeign(error, request, methods)) onUnserved?.(request.method);
    if (refusal === null) onFault?.({ method: request.method, error, notification: id === null });
    return id === null ? null : (refusal ?? errorText(id, rpcErrors.internalError));
  };
  const failOrHeal = (error: unknown): Answer | PromiseLike<Answer> => {
    if (foreign === undefined || !isForeign(error, request, methods)) return fail(error);
    return readOtherwise(entry, request, options).then((text) => healed(text, () => fail(error)));
  };
  try {
    const result = callMethod(request, methods, context);
    return isPromiseLike(result) ? Promise.resolve(result).then(succeed).catch(failOrHeal) : succeed(result);
  } catch (error) {
    return failOrHeal(error);
  }
}

/** Whether another reading of the request may help. */
function isForeign<Context>(
  error: unknown,
  { method }: { method: string },
  methods: Dispatcher<Context>,
): boolean {
  return error instanceof InvalidMessageError || !methods.has(method);
}

function invalidRequestText(id: IdText, hint: string | undefined): string {
  const { code, message } = rpcErrors.invalidRequest;
  return errorText(id, { code, message, data: hint === undefined ? undefined : { hint } });
}

/** The answer for an error that the peer may see; null for any other, or if its data cannot be written as JSON. */
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

/** Plain syntax errors are answered word for word as in the specification; for the rest, the reason helps. */
function parseErrorText(fault: JsonFault): string {
  if (fault.kind === "syntax") return errorText("null", rpcErrors.parseError);
  return errorText("null", { ...rpcErrors.parseError, data: fault });
}
