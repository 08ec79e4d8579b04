/** The wire probe over real sockets: a small HTTP/1.1 client on node:net, one connection per exchange. */
import { connect, type Socket } from "node:net";
import type { Clock } from "../sdk.js";
import { pause } from "../time/pause.js";
import { MalformedHttp, ReplyParser } from "./reply-parser.js";
import { requestHead } from "./request-head.js";
import type { FailureReason, RawOutcome, RawRequest, Timing, Wire } from "./types.js";

export function socketWire(clock: Clock): Wire {
  return { exchange: (request) => exchange(clock, request) };
}

function exchange(clock: Clock, request: RawRequest): Promise<RawOutcome> {
  const started = clock.now();
  const timing: Timing = { sent_ms: started, first_byte_ms: started, end_ms: started };
  const verb = request.verb ?? "POST";
  const parser = new ReplyParser(verb);
  const finished = new AbortController();
  const url = new URL(request.url);

  return new Promise((resolve) => {
    const socket = connect({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port || 80),
      noDelay: true,
    });
    const timer = clock.after(request.timeoutMs, () =>
      fail("timeout", `no whole answer within ${request.timeoutMs} ms`),
    );
    const onAbort = () => fail("aborted", "the suite gave up waiting");

    const settle = (outcome: RawOutcome) => {
      if (finished.signal.aborted) return;
      // With a reason, so that no exception is created for each exchange.
      finished.abort("finished");
      timer.cancel();
      request.signal?.removeEventListener("abort", onAbort);
      timing.end_ms = clock.now();
      socket.destroy();
      resolve(outcome);
    };
    const fail = (reason: FailureReason, detail: string) => {
      const partial =
        parser.status === undefined ? {} : { partial: { status: parser.status, body: parser.bytes } };
      settle({ kind: "failure", reason, detail, timing, ...partial });
    };
    const succeed = () => {
      const { status = 0, headers, bytes } = parser;
      settle({ kind: "reply", status, headers, body: bytes, timing });
    };

    request.signal?.addEventListener("abort", onAbort);
    if (request.signal?.aborted) return onAbort();
    socket.on("connect", () => {
      timing.sent_ms = clock.now();
      void deliver(socket, clock, request, url, verb, finished.signal);
    });
    socket.on("data", (chunk: Uint8Array) => {
      if (timing.first_byte_ms === started) timing.first_byte_ms = clock.now();
      try {
        parser.push(chunk);
        if (parser.done) succeed();
      } catch (error) {
        if (!(error instanceof MalformedHttp)) throw error;
        fail("malformed_http", error.message);
      }
    });
    socket.on("end", () => {
      if (parser.end()) succeed();
      else
        fail(
          "closed_early",
          parser.status === undefined ? "closed without an answer" : "closed in the middle of the answer",
        );
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (parser.end()) succeed();
      else fail(reasonOf(error), error.message);
    });
    socket.on("close", () => fail("closed_early", "closed without an answer"));
  });
}

/** Writes head and body at the given pace. An early answer, an error or the deadline ends it through `stop`. */
async function deliver(
  socket: Socket,
  clock: Clock,
  request: RawRequest,
  url: URL,
  verb: string,
  stop: AbortSignal,
): Promise<void> {
  const body = request.body ?? new Uint8Array(0);
  const head = requestHead(request, url, verb, body.length);
  const { afterHeadersMs = 0, bytesPerSecond, stopAfterBytes = body.length } = request.pace ?? {};
  const sent = body.subarray(0, stopAfterBytes);
  if (request.pace === undefined) {
    socket.write(Buffer.concat([head, body]));
    return;
  }
  socket.write(head);
  if (afterHeadersMs > 0) await pause(clock, afterHeadersMs, stop);
  if (bytesPerSecond === undefined) {
    if (!stop.aborted && sent.length > 0) socket.write(sent);
    return;
  }
  for (let at = 0; at < sent.length && !stop.aborted; at += 1) {
    socket.write(sent.subarray(at, at + 1));
    await pause(clock, 1_000 / bytesPerSecond, stop);
  }
}

function reasonOf(error: NodeJS.ErrnoException): FailureReason {
  return error.code === "ECONNRESET" || error.code === "EPIPE" ? "reset" : "refused";
}
