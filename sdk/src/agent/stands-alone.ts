/**
 * Whole messages at paths of their own, with no JSON-RPC around them: `POST /join-ack`, `/result`. Agents that give each message
 * a path put its type into the message as well, so that they are read as at `/mcp`.
 */
import { protocolLimits } from "@league-v2/contract";
import { parseJson } from "../json/parse-json.js";
import { findMessage, plainly } from "../wire/index.js";

/**
 * Whether a body is such a message.
 * @param isServed whether the path has a meaning of its own here: then only one in two objects is, which nothing there takes
 */
export function standsAlone(body: Uint8Array | string, isServed: boolean): boolean {
  const parsed = parseJson(body, protocolLimits);
  const found = parsed.ok ? findMessage(plainly(parsed.value)) : undefined;
  return found?.shape === "bare" && (!isServed || found.split !== undefined);
}
