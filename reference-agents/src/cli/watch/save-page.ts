/** The viewer as a file: the traffic of a tap, and any recording. */

import { resolve } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { writeAtomically } from "@league-v2/sdk/node";
import { eventsOf, pageWith, savedEvents } from "@league-v2/viewer";
import page from "@league-v2/viewer/page";
import { fileRecordingLimit, Recording } from "@league-v2/viewer/record";
import type { Exchange } from "../../tap/index.js";

const packed = promisify(gzip);

/** @returns the absolute path. @param folder what a relative path starts from */
export async function savePage(recording: Recording, file: string, folder: string): Promise<string> {
  const path = resolve(folder, file);
  await writeAtomically(path, pageWith(page, await savedEvents(eventsOf(recording), (text) => packed(text))));
  return path;
}

export interface TapRecording {
  readonly recording: Recording;
  readonly onExchange: (exchange: Exchange) => void;
}

/** @param target address of the agent behind the tap */
export function recordTap(target: string, now: () => number): TapRecording {
  const recording = new Recording(now, fileRecordingLimit);
  const head = { type: "league_opened", league_id: `Tap on ${target}`, managers: [], clock: "real" } as const;
  recording.add({ kind: "fact", fact: { ...head, seed: null } });
  return {
    recording,
    onExchange({ request, requestAt, answer, answerAt }) {
      // Only a POST carries a message.
      if (!request.startLine.startsWith("POST ")) return;
      const exchange = recording.newExchange();
      recording.add({ kind: "sent", exchange, from: null, to: target, body: request.body }, requestAt);
      const status = answer?.status ?? null;
      const failure = answer === null ? "the connection ended without an answer" : null;
      const body = answer?.body.toString("utf8") ?? "";
      recording.add({ kind: "answered", exchange, status, body, failure }, answerAt);
    },
  };
}
