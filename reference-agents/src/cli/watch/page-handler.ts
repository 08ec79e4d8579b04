/** The viewer over HTTP: the page and its events, to be read only. */
import { type Clock, type HttpHandler, type HttpReply, type HttpRequest, secureRandom } from "@league-v2/sdk";
import page from "@league-v2/viewer/page";
import type { Recording } from "@league-v2/viewer/record";
import { EventFeed } from "./event-feed.js";
import { isEvents } from "./is-for-viewer.js";

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
    handle: async ({ path, headers }) => (isEvents(path) ? events(feed, headers) : pageReply),
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
