/** The contract that this suite tests against. */
import { protocol } from "../contract.js";
import type { SpecIdentity } from "../types.js";
import { clauses } from "./clauses.js";

export const specIdentity: SpecIdentity = {
  name: protocol.version,
  version: protocol.specVersion,
  hash: fnv1a64(clauses.map(({ id, hash }) => `${id} ${hash}`).join("\n")),
};

/** The FNV-1a hash, 64 bits, in hexadecimal: short, and the same everywhere. */
function fnv1a64(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, "0");
}
