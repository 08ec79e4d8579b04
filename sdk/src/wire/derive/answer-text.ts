/** An answer of a peer in one line for people. */
import { asText } from "../as-text.js";
import { isObject } from "../members.js";
import type { Exchange } from "./types.js";

const longestAnswer = 160;

/** A JSON-RPC error by its code, its message and its error of the league; any other answer unchanged, but shortened. */
export function answerText({ reply, status }: Exchange): string {
  const text = errorText(reply) ?? (typeof reply === "string" ? reply : JSON.stringify(reply ?? ""));
  const short = text.length > longestAnswer ? `${text.slice(0, longestAnswer)}…` : text;
  return status === undefined || status === 200 ? short : `HTTP ${status} ${short}`;
}

function errorText(reply: unknown): string | undefined {
  if (!isObject(reply) || !isObject(reply.error)) return undefined;
  const { code, message, data } = reply.error;
  if (typeof message !== "string") return undefined;
  const { error_code, error_description } = isObject(data) ? data : {};
  const details = [error_code, error_description].filter((one) => typeof one === "string").join(": ");
  return `error ${asText(code)} ${message}${details === "" ? "" : ` (${details})`}`;
}
