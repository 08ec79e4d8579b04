/** The outcomes of a served request. */
import { RpcError } from "../rpc/rpc-error.js";

export const refused = "refused";

/** The outcome of a request whose handler threw: `refused` by the rules, or `failed` by an internal error. */
export function servedOutcome(error: unknown): string {
  return error instanceof RpcError ? refused : "failed";
}
