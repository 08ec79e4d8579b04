/**
 * The recording of a running league for later viewing: its events, and its latest messages unchanged.
 * It parses and copies nothing, so that a league without a viewer has almost no cost.
 */
import type { Agent, HttpHandler, LeagueEvent, RunningAgent, Transport } from "@league-v2/sdk";
import type { LeagueOpened } from "../events.js";

export type Recorded = { readonly at: number } & (
  | { readonly kind: "fact"; readonly fact: LeagueOpened }
  | { readonly kind: "league"; readonly event: LeagueEvent }
  | {
      readonly kind: "sent";
      readonly exchange: number;
      /** Null for a sender that is named only in its message. */
      readonly from: string | null;
      readonly to: string;
      /** The received body: text, or bytes in UTF-8. */
      readonly body: string | Uint8Array;
    }
  | {
      readonly kind: "answered";
      readonly exchange: number;
      readonly status: number | null;
      readonly body: string;
      /** The reason for a missing answer. */
      readonly failure: string | null;
    }
);

export interface Entry {
  /** Ascending, without gaps until messages are dropped. */
  readonly id: number;
  readonly recorded: Recorded;
}

/** Characters of messages that are kept; the oldest are dropped first. */
export const liveRecordingLimit = 8_000_000;
export const fileRecordingLimit = 400_000_000;

export class Recording {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #apartMs: number;
  readonly #listeners = new Set<() => void>();
  #entries: Entry[] = [];
  #nextId = 1;
  #nextExchange = 1;
  #size = 0;

  /**
   * @param now milliseconds since the epoch
   * @param limit characters of messages that are kept
   * @param apartMs on simulated time many events have one moment; in the recording they are at least this far apart, so
   *   that a slider can distinguish them
   */
  constructor(now: () => number, limit: number, apartMs = 0) {
    this.#apartMs = apartMs;
    this.#now = now;
    this.#limit = limit;
  }

  /** In order, without dropped messages. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  newExchange(): number {
    return this.#nextExchange++;
  }

  add(recorded: DistributiveOmit<Recorded, "at">, moment = this.#now()): void {
    const last = this.#entries.at(-1)?.recorded.at ?? moment;
    const at = this.#apartMs === 0 ? moment : Math.max(moment, last + this.#apartMs);
    this.#entries.push({ id: this.#nextId++, recorded: { at, ...recorded } as Recorded });
    this.#size += sizeOf(recorded);
    if (this.#size > this.#limit) this.#drop();
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after each addition. @returns a function that removes the listener */
  onAdded(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Drops a quarter of the limit, so that it runs rarely. */
  #drop(): void {
    let excess = this.#size - this.#limit * 0.75;
    this.#entries = this.#entries.filter(({ recorded }) => {
      const size = sizeOf(recorded);
      if (size === 0 || excess <= 0) return true;
      excess -= size;
      this.#size -= size;
      return false;
    });
  }
}

/** The size of an empty answer is not 0, because entries of size 0 (events of the league) are never dropped. */
function sizeOf(recorded: DistributiveOmit<Recorded, "at">): number {
  return "body" in recorded ? recorded.body.length + 1 : 0;
}

type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;

export interface RecordOptions {
  /** Whether received requests are recorded here; false if their senders are recorded too. */
  readonly incoming: boolean;
  /** For the head of the recording, if this agent is the league manager. */
  readonly league?: {
    readonly league_id: string;
    readonly clock: "real" | "simulated";
    readonly seed: number | null;
  };
}

/** The same agent; the requests that it sends are recorded, and optionally those that it receives. */
export function recordedAgent<Running extends RunningAgent>(
  agent: Agent<Running>,
  recording: Recording,
  { incoming, league }: RecordOptions,
): Agent<Running> {
  return {
    role: agent.role,
    connect(link) {
      const { endpoint, transport } = link;
      if (league !== undefined && agent.role === "league_manager") {
        const fact = { type: "league_opened", managers: [endpoint], ...league } as const;
        recording.add({ kind: "fact", fact });
      }
      const running = agent.connect({ ...link, transport: recorded(transport, endpoint, recording) });
      if (!incoming) return running;
      return { ...running, handle: recordedHandle(running.handle, endpoint, recording) };
    },
  };
}

function recorded(transport: Transport, from: string, recording: Recording): Transport {
  return {
    ...transport,
    async send(request) {
      if (request.verb === "GET") return transport.send(request);
      const exchange = recording.newExchange();
      recording.add({ kind: "sent", exchange, from, to: request.url, body: request.body });
      try {
        const { status, body, ...rest } = await transport.send(request);
        recording.add({ kind: "answered", exchange, status, body, failure: null });
        return { status, body, ...rest };
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        recording.add({ kind: "answered", exchange, status: null, body: "", failure });
        throw error;
      }
    },
    close: async () => transport.close?.(),
  };
}

function recordedHandle(handle: HttpHandler, to: string, recording: Recording): HttpHandler {
  return async (request) => {
    if (request.method !== "POST") return handle(request);
    const exchange = recording.newExchange();
    recording.add({ kind: "sent", exchange, from: null, to, body: request.body });
    const reply = await handle(request);
    recording.add({ kind: "answered", exchange, status: reply.status, body: reply.body, failure: null });
    return reply;
  };
}
