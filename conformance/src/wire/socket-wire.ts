/** The wire probe over real sockets: Node's HTTP client with one connection per exchange; it adds no header and repairs nothing. */
import type { ClientRequest, IncomingMessage } from "node:http";
import process from "node:process";
import type { Clock } from "../sdk.js";
import { pause } from "../time/pause.js";
import {
  type FailureReason,
  headerPairs,
  type RawOutcome,
  type RawRequest,
  requestHeaders,
  type Wire,
} from "./types.js";

// An ESM import of node:http would load undici with it: 100 ms of processor time at each start.
const http = process.getBuiltinModule("node:http");

const BODY_LIMIT = 8 * 1024 * 1024;

export function socketWire(clock: Clock): Wire {
  return { exchange: (request) => exchange(clock, request) };
}

function exchange(clock: Clock, request: RawRequest): Promise<RawOutcome> {
  const url = new URL(request.url);
  const body = request.body ?? new Uint8Array(0);
  const finished = new AbortController();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let sent_ms = clock.now();
  let reply: IncomingMessage | undefined;

  return new Promise((resolve) => {
    const settle = (outcome: (about: Pick<RawOutcome, "timing"> & { body: Uint8Array }) => RawOutcome) => {
      if (finished.signal.aborted) return;
      // With a reason, so that no exception is created for each exchange.
      finished.abort("finished");
      timer.cancel();
      request.signal?.removeEventListener("abort", onAbort);
      resolve(outcome({ timing: { sent_ms, end_ms: clock.now() }, body: Buffer.concat(chunks) }));
      sending?.destroy();
    };
    const fail = (reason: FailureReason, detail: string) =>
      settle(({ timing, body }) => {
        const partial =
          reply?.statusCode === undefined ? {} : { partial: { status: reply.statusCode, body } };
        return { kind: "failure", reason, detail, timing, ...partial };
      });
    const succeed = ({ statusCode = 0, rawHeaders }: IncomingMessage) =>
      settle((about) => ({ kind: "reply", status: statusCode, headers: headerPairs(rawHeaders), ...about }));
    const onAbort = () => fail("aborted", "the suite gave up waiting");
    const onError = (error: NodeJS.ErrnoException) => {
      if (reply !== undefined && endsWithConnection(reply)) succeed(reply);
      else fail(reasonOf(error), detailOf(error, reply));
    };
    const timer = clock.after(request.timeoutMs, () =>
      fail("timeout", `no whole answer within ${request.timeoutMs} ms`),
    );
    let sending: ClientRequest | undefined;
    request.signal?.addEventListener("abort", onAbort);
    if (request.signal?.aborted) return onAbort();
    sending = http.request({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port || 80),
      method: request.verb ?? "POST",
      path: request.path ?? `${url.pathname}${url.search}`,
      headers: requestHeaders(request, url, body.length).flat(),
      agent: false,
    });
    sending.once("socket", (socket) => {
      socket.setNoDelay(true);
      socket.once("connect", () => {
        sent_ms = clock.now();
      });
    });
    sending.on("error", onError);
    sending.once("response", (incoming) => {
      reply = incoming;
      incoming.on("data", (chunk: Uint8Array) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > BODY_LIMIT) fail("malformed_http", `the body is longer than ${BODY_LIMIT} bytes`);
      });
      incoming.once("end", () => succeed(incoming));
      incoming.once("error", onError);
    });
    void deliver(sending, clock, request, body, finished.signal);
  });
}

/** Writes head and body at the given pace. An early answer, an error or the deadline ends it through `stop`. */
async function deliver(
  sending: ClientRequest,
  clock: Clock,
  { pace }: RawRequest,
  body: Uint8Array,
  stop: AbortSignal,
): Promise<void> {
  if (pace === undefined) {
    sending.end(body);
    return;
  }
  const { bytesPerSecond, stopAfterBytes = body.length } = pace;
  const sent = body.subarray(0, stopAfterBytes);
  sending.flushHeaders();
  const piece = bytesPerSecond === undefined ? Math.max(1, sent.length) : 1;
  for (let at = 0; at < sent.length && !stop.aborted; at += piece) {
    sending.write(sent.subarray(at, at + piece));
    if (bytesPerSecond !== undefined) await pause(clock, 1_000 / bytesPerSecond, stop);
  }
}

/** Such a reply is whole, however the connection ends. */
function endsWithConnection({ headers }: IncomingMessage): boolean {
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

/** Node's own errors for a connection that was closed come from no call of the system. */
function reasonOf({ code = "", syscall }: NodeJS.ErrnoException): FailureReason {
  if (code.startsWith("HPE_")) return "malformed_http";
  if (code !== "ECONNRESET" && code !== "EPIPE") return "refused";
  return syscall === undefined ? "closed_early" : "reset";
}

function detailOf(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, reply?: IncomingMessage): string {
  switch (reasonOf(error)) {
    case "malformed_http":
      return `${error.message}: ${error.rawPacket?.toString("latin1", 0, 40) ?? ""}`;
    case "closed_early":
      return reply === undefined ? "closed without an answer" : "closed in the middle of the answer";
    default:
      return error.message;
  }
}
