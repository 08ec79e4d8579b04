import { protocol } from "@league-v2/contract";
import { hex, type Random } from "../platform/random.js";

const bitsPerByte = 8;

/** A new secret of the length that contract 10 demands, in hexadecimal. */
export function newToken(random: Random): string {
  return hex(random, protocol.tokens.bits / bitsPerByte);
}
