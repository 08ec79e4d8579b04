import { isObject } from "../json/is-object.js";
import { readMessage } from "../json/read-message.js";
import type { RawFault, Validator } from "../json/validator.js";
import type { RpcMethod } from "./dispatch.js";
import { isPromiseLike } from "./promise-like.js";
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

  const refuse = async (invalid: InvalidMessage): Promise<never> => {
    throw await onInvalid(invalid);
  };
  const checked = (reply: Reply): Reply | Promise<never> => {
    if (validateReply === null || validateReply(reply)) return reply;
    return refuse({ side: "reply", faults: validateReply.errors ?? [], data: reply });
  };
  return {
    call(params, context) {
      if (!isObject(params)) throw notByName();
      const read = readMessage(validateRequest, params);
      if (!read.ok) return refuse({ side: "request", faults: read.faults, data: params });
      const reply = handler(read.value, context);
      return isPromiseLike(reply) ? reply.then(checked) : checked(reply);
    },
  };
}

function notByName(): RpcError {
  const { code, message } = rpcErrors.invalidParams;
  return new RpcError(code, message, { hint: "params are taken by name, as an object" });
}
