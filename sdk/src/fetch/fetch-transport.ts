import { decodeUtf8 } from "../json/decode-utf8.js";
import {
  type IncomingReply,
  incomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "../platform/transport.js";
import { readStream } from "./read-stream.js";

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
