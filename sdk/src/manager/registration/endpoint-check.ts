/** Checks at the registration whether an endpoint may be called (contract 10). */
import { type leagueManagerCalls, methods } from "@league-v2/contract";
import type { Caller } from "../../agent/serving/caller.js";
import { AbortedError, isSilence, LeagueError } from "../../client/errors.js";
import type { EndpointPolicy } from "../../domain/endpoint-policy.js";

/** All addresses of a host name; rejects, or returns none, if it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * The name must be allowed and, where names can be resolved, each of its addresses. A name may change its address later: the
 * transport checks the policy again for each connection.
 */
export async function isAllowed(
  endpoint: string,
  policy: EndpointPolicy,
  resolve: Resolve | undefined,
): Promise<boolean> {
  if (policy.refuse(endpoint) !== null) return false;
  if (resolve === undefined || policy.refuseAddress === undefined) return true;
  const { hostname } = new URL(endpoint);
  try {
    const addresses = await resolve(hostname);
    return (
      addresses.length > 0 && addresses.every((address) => policy.refuseAddress?.(hostname, address) === null)
    );
  } catch {
    return false;
  }
}

/**
 * Whether a process answers at the endpoint, with anything: an agent of another make may have no `ping` (IS 2.2.2, optional; D89).
 * It has the time in which a player must join.
 */
export async function isReachable(
  endpoint: string,
  caller: Caller<typeof leagueManagerCalls>,
): Promise<boolean> {
  const { deadlineMs } = methods.handle_game_invitation;
  try {
    await caller.call(endpoint, "ping", {}, { deadlineMs, retries: 0 });
    return true;
  } catch (error) {
    return error instanceof LeagueError && !isSilence(error) && !(error instanceof AbortedError);
  }
}
