/** Checks at the registration whether an endpoint may be called (contract 10). */
import type { EndpointPolicy } from "../domain/endpoint-policy.js";

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
