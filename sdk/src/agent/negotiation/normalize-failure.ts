/** Normalizes the failure of a body that is not a JSON-RPC response: an empty body, or an error without a code. */
import { ProtocolFault, RpcReplyError } from "../../client/errors.js";
import { rpcErrors } from "../../rpc/rpc-error.js";
import { isObject } from "../../wire/index.js";

const emptyAnswer = /\bHTTP 20\d without an answer$/;

/**
 * HTTP 2xx without a body becomes an acknowledgement: the peer sends no answer, or sends it as a request. An error
 * without a code becomes an internal error with the same text.
 */
export function normalizeFailure(error: unknown): unknown {
  if (!(error instanceof ProtocolFault)) return error;
  const { method, url, answer } = error;
  if (answer === undefined) {
    const isEmpty = emptyAnswer.test(error.message);
    return isEmpty
      ? new ProtocolFault({ method, url }, "the answer is empty", [], { status: "received" })
      : error;
  }
  const message = messageOfError(answer);
  if (message === undefined) return error;
  const { code } = rpcErrors.internalError;
  return new RpcReplyError({ method, url }, { code, message, data: undefined }, okStatus);
}

const okStatus = 200;

function messageOfError(answer: unknown): string | undefined {
  if (!isObject(answer) || answer.result !== undefined || answer.jsonrpc === undefined) return undefined;
  const { error } = answer;
  if (typeof error === "string" && error !== "") return error;
  if (!isObject(error) || error.code !== undefined) return undefined;
  return typeof error.message === "string" ? error.message : undefined;
}
