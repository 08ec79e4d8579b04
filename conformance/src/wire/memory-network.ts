/**
 * The in-memory counterpart of the sockets: the same scripts, the same failures, on any clock. An exchange takes a
 * little time each way, so that the clock advances even if an agent loops without a pause.
 */

import { bytesOf, decodedPieces } from "../json.js";
import type { Clock } from "../sdk.js";
import { aborted, pause } from "../time/pause.js";
import {
  type FailureReason,
  type Listener,
  type ListenOptions,
  type Pace,
  type RawFailure,
  type RawOutcome,
  type RawReply,
  type RawRequest,
  requestHeaders,
  type Script,
  type ScriptedAnswer,
  type ServerBehaviour,
  type Wire,
} from "./types.js";

const LATENCY_MS = 1;

interface MemoryListener {
  script: Script;
  refusing: boolean;
  serverBehaviour: ServerBehaviour;
  /** The number of open connections. */
  open: number;
}

export class MemoryNetwork implements Wire {
  private readonly listeners = new Map<number, MemoryListener>();
  private nextPort = 20_000;
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  listen(script: Script, options: ListenOptions = {}): Listener {
    const port = options.port ?? this.freePort();
    if (this.listeners.has(port)) throw new Error(`port ${port} is taken in this simulation`);
    const listener: MemoryListener = { script, refusing: false, serverBehaviour: options, open: 0 };
    this.listeners.set(port, listener);
    return {
      url: `http://127.0.0.1:${port}/mcp`,
      port,
      refuse: async (refusing) => {
        listener.refusing = refusing;
      },
      close: async () => {
        if (this.listeners.get(port) === listener) this.listeners.delete(port);
      },
    };
  }

  /** A port without a listener, now and later. */
  freePort(): number {
    this.nextPort += 1;
    return this.nextPort;
  }

  async exchange(request: RawRequest): Promise<RawOutcome> {
    const { timeoutMs, signal } = request;
    const sent_ms = this.clock.now();
    const stop = new AbortController();
    const timer = this.clock.after(timeoutMs, () => stop.abort("timeout"));
    const giveUp = () => stop.abort("aborted");
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    try {
      const delivered = await this.deliver(request, stop.signal);
      const timing = { sent_ms, end_ms: this.clock.now() };
      if (!stop.signal.aborted) return { ...delivered, timing };
      return stop.signal.reason === "timeout"
        ? { ...failed("timeout", `no whole answer within ${timeoutMs} ms`), timing }
        : { ...failed("aborted", "the suite gave up waiting"), timing };
    } finally {
      timer.cancel();
      signal?.removeEventListener("abort", giveUp);
      stop.abort("over");
    }
  }

  private async deliver(request: RawRequest, stop: AbortSignal): Promise<Delivered> {
    const url = new URL(request.url);
    const { verb = "POST", path = `${url.pathname}${url.search}`, body = new Uint8Array(0), pace } = request;
    await pause(this.clock, LATENCY_MS, stop);
    const listener = this.listeners.get(Number(url.port || 80));
    if (listener === undefined || listener.refusing)
      return failed("refused", `connect ECONNREFUSED ${url.host}`);
    if (listener.open >= (listener.serverBehaviour.connections ?? Number.POSITIVE_INFINITY))
      return failed("reset", "read ECONNRESET");
    listener.open += 1;
    try {
      const whole = await this.receive(body.length, pace, listener.serverBehaviour, stop);
      if (stop.aborted) return failed("aborted", "");
      if (!whole) return { kind: "reply", status: 408, headers: [], body: new Uint8Array(0) };
      const headers = requestHeaders(request, url, body.length);
      const inPieces = pace?.bytesPerSecond !== undefined && listener.serverBehaviour.decodesPieces;
      const read = inPieces ? decodedPieces(Array.from(body, (byte) => Uint8Array.of(byte))) : body;
      const arrival = { at_ms: this.clock.now(), verb, path, headers, body: read, gone: stop };
      const how = await Promise.race([Promise.resolve(listener.script(arrival)), aborted(stop)]);
      return how === undefined ? failed("aborted", "") : await this.play(how, stop);
    } finally {
      listener.open -= 1;
    }
  }

  /** Waits for the body up to the server's time limit. True if it is complete. */
  private async receive(
    length: number,
    { bytesPerSecond = Number.POSITIVE_INFINITY, stopAfterBytes = length }: Pace = {},
    { stalledBodyMs = Number.POSITIVE_INFINITY }: ServerBehaviour,
    stop: AbortSignal,
  ): Promise<boolean> {
    const wholeAfter = stopAfterBytes < length ? Number.POSITIVE_INFINITY : (length * 1_000) / bytesPerSecond;
    const ms = Math.min(wholeAfter, stalledBodyMs);
    if (ms === Number.POSITIVE_INFINITY) await aborted(stop);
    else if (ms > 0) await pause(this.clock, ms, stop);
    return wholeAfter <= stalledBodyMs;
  }

  private async play(how: ScriptedAnswer, stop: AbortSignal): Promise<Delivered> {
    await pause(this.clock, LATENCY_MS + ("delayMs" in how ? (how.delayMs ?? 0) : 0), stop);
    switch (how.kind) {
      case "never":
      case "stall":
        await aborted(stop);
        return failed("aborted", "");
      case "reset":
        return failed("reset", "read ECONNRESET");
      case "close":
        return failed("closed_early", "closed without an answer");
      case "garbage":
        return failed("malformed_http", "the answer does not start with HTTP/");
      case "drip":
        await pause(this.clock, (how.body.length * 1_000) / how.bytesPerSecond, stop);
        break;
      case "reply":
        break;
    }
    const { status, headers = [["content-type", "application/json"]] } = how;
    return { kind: "reply", status, headers, body: bytesOf(status === 204 ? "" : how.body) };
  }
}

type Delivered = Omit<RawReply, "timing"> | Omit<RawFailure, "timing">;

function failed(reason: FailureReason, detail: string): Omit<RawFailure, "timing"> {
  return { kind: "failure", reason, detail };
}
