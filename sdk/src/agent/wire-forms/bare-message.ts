/**
 * Detects whole messages without JSON-RPC at separate paths: `POST /join-ack`, `/result`. Such messages contain their
 * type, so that they are read as at `/mcp`.
 */
import { protocolLimits } from "@league-v2/contract";
import { parseJson } from "../../json/parse-json.js";
import { findMessage, withContractNames } from "../../wire/index.js";
import { isOfUsualSize } from "../../wire/limits.js";

/**
 * Whether a body is such a message.
 * @param isServed whether this agent serves the path: then only a message in two objects counts, which no route accepts
 */
export function isBareMessage(body: Uint8Array | string, isServed: boolean): boolean {
  const parsed = parseJson(body, protocolLimits);
  const found =
    parsed.ok && isOfUsualSize(parsed.value) ? findMessage(withContractNames(parsed.value)) : undefined;
  return found?.shape === "bare" && (!isServed || found.split !== undefined);
}
