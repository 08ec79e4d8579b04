// A recipe that opens in the playground: its text in the address, as the playground itself writes it.
import { deflateRawSync } from "node:zlib";

/** @param {string} code */
export function playgroundLink(code) {
  const packed = deflateRawSync(code).toString("base64url");
  return `<p><a href="playground.html#code=${packed}">Open it in the playground</a></p>\n`;
}
