import { protocol } from "@league-v2/contract";
import { hex, type Random } from "../platform/random.js";

const bitsPerByte = 8;

/** A new secret of the length that contract 10 demands, in hexadecimal. */
export function newToken(random: Random): string {
  return hex(random, protocol.tokens.bits / bitsPerByte);
}

/** Compares in a time that depends on the length of `given` only, so that a token cannot be found byte by byte. */
export function sameSecret(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ secret.charCodeAt(index % Math.max(secret.length, 1));
  }
  return difference === 0;
}
