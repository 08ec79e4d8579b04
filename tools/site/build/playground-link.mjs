// A link that opens a recipe in the playground, with its text in the fragment in the playground's format.
import { deflateRawSync } from "node:zlib";

/** @param {string} code */
export function playgroundLink(code) {
  const packed = deflateRawSync(code).toString("base64url");
  return `<p><a href="playground.html#code=${packed}">Open it in the playground</a></p>\n`;
}
