/** The page's findings about a pasted text. */
import { inspectMessage, type MessageReading } from "@league-v2/agents";

export type TextReading =
  | MessageReading
  | { readonly kind: "empty" }
  | { readonly kind: "no-json"; readonly why: string };

export function readText(text: string): TextReading {
  if (text.trim() === "") return { kind: "empty" };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return { kind: "no-json", why: error instanceof Error ? error.message : String(error) };
  }
  return inspectMessage(body);
}
