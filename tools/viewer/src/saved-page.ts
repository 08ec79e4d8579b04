/** A page with embedded events: compressed, as text that is not parsed as markup. */
import type { ViewerEvent } from "./events.js";

/** The element for events; empty in a live page. */
const place = /(<script type="text\/plain" id="events">)[^<]*(<\/script>)/;

/** @param page the page as it was built. @param packed base64 of the compressed events, from `savedEvents` */
export function pageWith(page: string, packed: string): string {
  if (!place.test(page)) throw new Error("the page has no place for events");
  return page.replace(place, (_all, before: string, after: string) => `${before}${packed}${after}`);
}

/** @param compress gzip */
export async function savedEvents(
  events: readonly ViewerEvent[],
  compress: (text: string) => Uint8Array | Promise<Uint8Array>,
): Promise<string> {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  return toBase64(await compress(lines));
}

/** Events as lines of JSON; a line that is cut off at the end is left out. */
export function readEvents(lines: string): ViewerEvent[] {
  return lines
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ViewerEvent);
}

const chunk = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += chunk) {
    text += String.fromCharCode(...bytes.subarray(start, start + chunk));
  }
  return btoa(text);
}
