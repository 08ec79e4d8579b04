/** The last request of a transcript as a command that repeats it by hand. */
import { isAgent } from "../report/agent-name.js";
import type { TranscriptEntry } from "../types.js";

const LONGEST = 2_000;

export function curlOf(entries: readonly TranscriptEntry[]): string | undefined {
  const last = entries.findLast(({ kind, to }) => kind === "request" && isAgent(to));
  if (last === undefined) return undefined;
  const body = last.json === undefined ? last.bytes : JSON.stringify(last.json);
  if (body === undefined || body.length > LONGEST) return undefined;
  return `curl -sS -X POST -H 'content-type: application/json' --data-binary '${body.replaceAll("'", "'\\''")}' "$AGENT_URL"`;
}
