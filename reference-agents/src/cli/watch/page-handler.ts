/** The viewer over HTTP, the page and its events, to be read only; and the viewer as a file. */
import { resolve } from "node:path";
import { type Clock, type HttpHandler, type HttpReply, type HttpRequest, secureRandom } from "@league-v2/sdk";
import { writeAtomically } from "@league-v2/sdk/node";
import { eventsOf, pageWith } from "@league-v2/viewer";
import page from "@league-v2/viewer/page";
import type { Recording } from "@league-v2/viewer/record";
import { EventFeed } from "./event-feed.js";

export interface PageHandler {
  /** For `GET /` and `GET /events`. */
  readonly handle: HttpHandler;
  /** Ends the streams of all watchers. */
  readonly end: () => void;
}

const epochBytes = 8;

/** @param clock real time, also for a league on simulated time */
export function pageHandler(recording: Recording, clock: Clock): PageHandler {
  const feed = new EventFeed({
    recording,
    clock,
    epoch: Buffer.from(secureRandom.bytes(epochBytes)).toString("hex"),
  });
  return {
    handle: async ({ path, headers }) => (path.startsWith("/events") ? events(feed, headers) : pageReply),
    end: () => feed.end(),
  };
}

const common = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
const pageReply: HttpReply = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "x-frame-options": "DENY", ...common },
  body: page,
};

function events(feed: EventFeed, headers: HttpRequest["headers"]): HttpReply {
  return {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", ...common },
    body: "",
    stream: feed.stream(headers?.["last-event-id"]),
  };
}

/** @returns the absolute path. @param folder what a relative path starts from */
export async function savePage(recording: Recording, file: string, folder: string): Promise<string> {
  const path = resolve(folder, file);
  await writeAtomically(path, await pageWith(page, eventsOf(recording)));
  return path;
}
