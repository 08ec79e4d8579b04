/** The stored form of a token. A token has 128 random bits, so a plain hash of it reveals nothing. */
import { createHash, timingSafeEqual } from "node:crypto";

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Whether one of the hashes is the token's; compares all of them in constant time. */
export function isAmong(token: string, hashes: readonly string[]): boolean {
  const own = Buffer.from(hashOf(token));
  const matches = hashes.map((hash) => hash.length === own.length && timingSafeEqual(own, Buffer.from(hash)));
  return matches.includes(true);
}
