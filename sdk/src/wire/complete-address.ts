/** Completes the address of an agent that states only its host and port. */
import { protocol } from "@league-v2/contract";

const hostOnly = /^https?:\/\/[^/?#]+$/i;

/** The address with the path of the protocol, if it has none. */
export function completeAddress(address: string): string {
  return hostOnly.test(address) ? address + protocol.paths.mcp : address;
}
