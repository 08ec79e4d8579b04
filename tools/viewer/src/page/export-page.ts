/** The page with its events as one file. */
import type { ViewerEvent } from "../events.js";
import { pageWith, savedEvents } from "../saved-page.js";

export async function exportPage(
  pristine: string,
  events: readonly ViewerEvent[],
  league: string,
): Promise<void> {
  const page = pageWith(pristine, await savedEvents(events, gzip));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  link.download = `${league.replaceAll(/[^\w.-]/g, "_")}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}

/** The URL is revoked after this time, when the browser reads the file already. */
const keptMs = 60_000;

async function gzip(text: string): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
