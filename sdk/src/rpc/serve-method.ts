import { readMessage } from "../json/read-message.js";
import type { RawFault, Validator } from "../json/validator.js";
import type { RpcMethod } from "./dispatcher.js";
import { isPromiseLike } from "./promise-like.js";

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
  handler: (request: Request, context: Context) => Reply | Promise<Reply>;
  /**
   * The error to answer with. For a bad request that is an `RpcError`; for a bad reply any other error,
   * which is sent as a bare −32603.
   */
  onInvalid: (invalid: InvalidMessage, context: Context) => Error | Promise<Error>;
}

/** A method that validates both messages. Nulls in place of absent fields are removed from the request. */
export function serveMethod<Request, Reply, Context>(
  service: MethodService<Request, Reply, Context>,
): RpcMethod<Context> {
  const { validateRequest, validateReply, handler, onInvalid } = service;

  const refuse = (invalid: InvalidMessage, context: Context): never | Promise<never> => {
    const error = onInvalid(invalid, context);
    if (isPromiseLike(error)) return error.then(raise);
    throw error;
  };
  const checked = (reply: Reply, context: Context): Reply | Promise<never> => {
    if (validateReply === null || validateReply(reply)) return reply;
    return refuse({ side: "reply", faults: validateReply.errors ?? [], data: reply }, context);
  };
  return {
    params: "by-name",
    call(params, context) {
      const read = readMessage(validateRequest, params);
      if (!read.ok) return refuse({ side: "request", faults: read.faults, data: params }, context);
      const reply = handler(read.value, context);
      return isPromise(reply) ? reply.then((one) => checked(one, context)) : checked(reply, context);
    },
  };
}

function raise(error: Error): never {
  throw error;
}

function isPromise<Reply>(reply: Reply | Promise<Reply>): reply is Promise<Reply> {
  return isPromiseLike(reply);
}
