/** Reads the events of a saved page of the viewer, and of its stream. */
import { gunzipSync } from "node:zlib";

/** The events inside of a saved page, as text. */
export function eventsIn(html: string): string {
  const [, packed = ""] = /<script type="text\/plain" id="events">([^<]*)</.exec(html) ?? [];
  return gunzipSync(Buffer.from(packed, "base64")).toString("utf8");
}

/** The text of the response until this word. */
export async function readUntil(
  url: string,
  word: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const reply = await fetch(url, { headers });
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of reply.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.includes(word)) break;
  }
  return text;
}
