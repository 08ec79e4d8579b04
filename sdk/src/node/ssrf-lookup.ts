import type { LookupFunction } from "node:net";
import type { AddressGuard } from "../platform/transport.js";

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name; rejects if it has none. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/**
 * A lookup whose addresses the guard checks. The connection uses the checked address, so that a name that changes its
 * address afterwards (DNS rebinding) does not bypass the check. A name with one refused address is refused.
 */
export function guardedLookup(guard: AddressGuard, resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (found) => {
        for (const { address } of found) {
          const why = guard.refuseAddress(hostname, address);
          if (why !== null) return callback(refusedAddress(hostname, address, why), "");
        }
        const [first] = found;
        if (first === undefined) return callback(new Error(`${hostname} has no address`), "");
        if (all === true) return callback(null, [...found]);
        return callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };
}

export function refusedAddress(hostname: string, address: string, why: string): Error {
  const where = hostname === address ? address : `${hostname} (${address})`;
  return new Error(`${where} is not called: ${why}`);
}
