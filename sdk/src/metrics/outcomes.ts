/** The few words that say what became of an exchange. */
import { AbortedError, RpcReplyError, TimeoutError, UnreachableError } from "../client/errors.js";
import { RpcError } from "../rpc/rpc-error.js";

export const answered = "answered";
export const refused = "refused";

/** Of a request whose handler threw: `refused` by the rules, or `failed` by a fault of our own. */
export function servedOutcome(error: unknown): string {
  return error instanceof RpcError ? refused : "failed";
}

/** Of a call that failed. */
export function calledOutcome(error: unknown): string {
  if (error instanceof RpcReplyError) return refused;
  if (error instanceof TimeoutError) return "timeout";
  if (error instanceof UnreachableError) return "unreachable";
  return error instanceof AbortedError ? "aborted" : "garbled";
}
