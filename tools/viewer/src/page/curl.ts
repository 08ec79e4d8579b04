/** A recorded request as a command line. */
import type { MessageSent } from "../events.js";

/** The token is a placeholder, because a recording contains none. */
export function curlOf({ to, body }: MessageSent): string {
  const text = (typeof body === "string" ? body : JSON.stringify(body)).replaceAll(
    "[redacted]",
    "YOUR_TOKEN",
  );
  return `curl -s ${quoted(to)} -H 'content-type: application/json' --data-raw ${quoted(text)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
