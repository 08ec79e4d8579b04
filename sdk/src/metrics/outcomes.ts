/** The few words that say what became of a served request. */
import { RpcError } from "../rpc/rpc-error.js";

export const refused = "refused";

/** Of a request whose handler threw: `refused` by the rules, or `failed` by a fault of our own. */
export function servedOutcome(error: unknown): string {
  return error instanceof RpcError ? refused : "failed";
}
