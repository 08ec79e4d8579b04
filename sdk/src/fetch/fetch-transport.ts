import { decodeUtf8 } from "../json/parse-json.js";
import {
  type IncomingReply,
  incomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "../platform/transport.js";

export interface FetchTransportOptions {
  limits: {
    /** The longest reply, in bytes. */
    bodyBytes: number;
  };
  /** Default: the platform's. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Sends with `fetch`, for platforms without Node's sockets. */
export function fetchTransport(options: FetchTransportOptions): Transport {
  const send = options.fetch ?? globalThis.fetch;
  return {
    async send(request) {
      try {
        return await exchange(send, request, options.limits.bodyBytes);
      } catch (error) {
        if (error instanceof TransportError) throw error;
        if (request.signal.aborted) throw new TransportError("aborted", "the request was given up", error);
        throw new TransportError("unreachable", reasonOf(error), error);
      }
    },
  };
}

async function exchange(
  send: NonNullable<FetchTransportOptions["fetch"]>,
  { verb = "POST", url, body, signal, headers }: OutgoingRequest,
  limitBytes: number,
): Promise<IncomingReply> {
  const response = await send(url, {
    method: verb,
    headers: {
      ...(verb === "POST" ? { "content-type": "application/json" } : {}),
      accept: "application/json",
      ...headers,
    },
    ...(verb === "POST" ? { body } : {}),
    signal,
    redirect: "manual",
  });
  const bytes = await readStream(response.body, limitBytes);
  if (bytes === null) throw new TransportError("too_large", `the reply is longer than ${limitBytes} bytes`);
  const text = decodeUtf8(bytes);
  if (text === null) throw new TransportError("not_text", "the reply is not UTF-8");
  return incomingReply(response.status, text, (name) => response.headers.get(name));
}

/** The cause, because `fetch failed` has no details. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}

/** The whole stream, or null as soon as it is longer than the limit; then the rest is cancelled. */
export async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limitBytes: number,
): Promise<Uint8Array | null> {
  if (stream === null) return new Uint8Array(0);
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limitBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : concat(chunks, length);
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
