import { isObject } from "../json/is-object.js";
import { readMessage } from "../json/read-message.js";
import type { RawFault, Validator } from "../json/validator.js";
import type { RpcMethod } from "./dispatch.js";
import { RpcError, rpcErrors } from "./rpc-error.js";

/** A message that is invalid by its schema: the peer's (`request`) or, after a fault in the handler, our own (`reply`). */
export interface InvalidMessage {
  side: "request" | "reply";
  faults: readonly RawFault[];
  data: unknown;
}

export interface MethodService<Request, Reply, Context> {
  validateRequest: Validator<Request>;
  /** The sent form; null for a method whose result is not a message. */
  validateReply: Validator<Reply> | null;
  handler: (request: Request, context: Context) => Reply | PromiseLike<Reply>;
  /**
   * The error to answer with. For a bad request that is an `RpcError`; for a bad reply any other error,
   * which is sent as a bare −32603.
   */
  onInvalid: (invalid: InvalidMessage) => Error | Promise<Error>;
}

/**
 * A method that takes its params by name and validates both messages. Nulls in place of absent fields are removed from the
 * request.
 */
export function serveMethod<Request, Reply, Context>(
  service: MethodService<Request, Reply, Context>,
): RpcMethod<Context> {
  const { validateRequest, validateReply, handler, onInvalid } = service;

  return {
    async call(params, context) {
      if (!isObject(params)) throw notByName();
      const read = readMessage(validateRequest, params);
      if (!read.ok) throw await onInvalid({ side: "request", faults: read.faults, data: params });
      const reply = await handler(read.value, context);
      if (validateReply === null || validateReply(reply)) return reply;
      throw await onInvalid({ side: "reply", faults: validateReply.errors ?? [], data: reply });
    },
  };
}

function notByName(): RpcError {
  const { code, message } = rpcErrors.invalidParams;
  return new RpcError(code, message, { hint: "params are taken by name, as an object" });
}
