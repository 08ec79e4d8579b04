/** The source of the page's events: the page itself, or the league that serves it. */
import { readEvents, type ViewerEvent } from "../events.js";
import { unpacked } from "../packed.js";

export type Connection = "saved" | "connecting" | "live" | "lost";

export interface SourceListener {
  readonly onEvents: (events: readonly ViewerEvent[]) => void;
  readonly onConnection: (connection: Connection) => void;
  /** The league's clock minus this machine's clock, in ms. */
  readonly onClock: (offset: number) => void;
}

/** @param embedded the content of the element for events; empty in a live page */
export function listen(embedded: string, listener: SourceListener): void {
  if (embedded.trim() === "") follow(listener);
  else void open(embedded, listener);
}

async function open(embedded: string, { onEvents, onConnection }: SourceListener): Promise<void> {
  onConnection("saved");
  onEvents(readEvents(await unpacked(embedded.trim())));
}

/** The browser reconnects automatically and sends the id of its last event. */
function follow(listener: SourceListener): void {
  const { onEvents, onConnection, onClock } = listener;
  const collector = new Collector(onEvents);
  const source = new EventSource("events");
  let isComplete = false;
  onConnection("connecting");
  source.onopen = () => onConnection("live");
  source.onerror = () => {
    onConnection(source.readyState === EventSource.CLOSED ? "lost" : "connecting");
    // The browser does not reconnect after an error response, such as that of a league manager that is starting.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(listener), reopenMs);
  };
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const events = readEvents(`${data}\n`);
    isComplete ||= events.some(({ type }) => type === "league_completed");
    collector.add(events);
  };
  source.addEventListener("clock", ({ data }: MessageEvent<string>) => onClock(Number(data) - Date.now()));
  // Another process serves the league now, which sends all events from the start.
  source.addEventListener("reset", () => collector.clear());
  source.addEventListener("end", () => {
    if (!isComplete) return;
    source.close();
    onConnection("saved");
  });
}

const reopenMs = 2000;

const shortestPauseMs = 100;
/** The pause grows with the time of an update, so that a long league is updated less often. */
const pauseTimesWork = 8;

/** Passes events on in portions, because the page processes all events again for each portion. */
class Collector {
  readonly #onEvents: (events: readonly ViewerEvent[]) => void;
  #events: ViewerEvent[] = [];
  #waits = false;
  #pauseMs = 0;

  constructor(onEvents: (events: readonly ViewerEvent[]) => void) {
    this.#onEvents = onEvents;
  }

  clear(): void {
    this.#events = [];
  }

  add(events: readonly ViewerEvent[]): void {
    for (const event of events) this.#events.push(event);
    if (this.#waits) return;
    this.#waits = true;
    setTimeout(() => this.#pass(), this.#pauseMs);
  }

  #pass(): void {
    this.#waits = false;
    const started = performance.now();
    this.#onEvents([...this.#events]);
    this.#pauseMs = Math.max(shortestPauseMs, (performance.now() - started) * pauseTimesWork);
  }
}
