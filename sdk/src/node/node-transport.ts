import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import {
  type IncomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "../doors/transport.js";
import { decodeUtf8 } from "../json/decode-utf8.js";
import { readBody } from "./read-body.js";
import { type Target, TargetCache } from "./target.js";

export interface NodeTransportOptions {
  limits: {
    /** The longest reply, in bytes. */
    bodyBytes: number;
  };
  /** Connections to one host at a time; further requests wait. Default: no limit. */
  maxSockets?: number;
}

/**
 * Sends over `node:http` and `node:https` with keep-alive. Idle connections do not keep the process alive.
 * A request that meets a connection which the peer has just closed is sent once more on a new one.
 */
export function nodeTransport({
  limits,
  maxSockets,
}: NodeTransportOptions): Transport & { close(): Promise<void> } {
  const pooled = agents({ keepAlive: true, ...(maxSockets === undefined ? {} : { maxSockets }) });
  const fresh = agents({ keepAlive: false });
  const targets = new TargetCache();

  return {
    async send(request) {
      const target = targets.get(request.url);
      try {
        return await sendOnce(request, target, pooled, limits.bodyBytes);
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error;
        return await sendOnce(request, target, fresh, limits.bodyBytes);
      }
    },
    async close() {
      pooled.http.destroy();
      pooled.https.destroy();
    },
  };
}

interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

function agents(options: { keepAlive: boolean; maxSockets?: number }): Agents {
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

/** The peer closed an idle connection in the moment in which it was used again. */
class StaleConnection extends TransportError {}

function sendOnce(
  request: OutgoingRequest,
  target: Target,
  via: Agents,
  limitBytes: number,
): Promise<IncomingReply> {
  const { signal, body, headers } = request;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted(signal));
    const outgoing = target.secure
      ? httpsRequest({ ...target.options, agent: via.https })
      : httpRequest({ ...target.options, agent: via.http });
    let answered = false;

    const onAbort = () => outgoing.destroy(aborted(signal));
    signal.addEventListener("abort", onAbort, { once: true });
    const fail = (error: NodeJS.ErrnoException) => {
      signal.removeEventListener("abort", onAbort);
      if (error instanceof TransportError) reject(error);
      else if (signal.aborted) reject(aborted(signal));
      else if (outgoing.reusedSocket && !answered && isBroken(error))
        reject(new StaleConnection("unreachable", error.message, error));
      else reject(new TransportError("unreachable", error.message || String(error.code), error));
    };

    outgoing.on("error", fail);
    outgoing.once("response", (incoming) => {
      answered = true;
      readBody(incoming, limitBytes, {
        broken: fail,
        done(bytes) {
          signal.removeEventListener("abort", onAbort);
          if (bytes === "too_large") {
            outgoing.destroy();
            return fail(new TransportError("too_large", `the reply is longer than ${limitBytes} bytes`));
          }
          const text = decodeUtf8(bytes);
          if (text === null) return fail(new TransportError("not_text", "the reply is not UTF-8"));
          const contentType = incoming.headers["content-type"] ?? null;
          const sessionId = incoming.headers["mcp-session-id"];
          const session = typeof sessionId === "string" ? { sessionId } : {};
          resolve({ status: incoming.statusCode ?? 0, contentType, body: text, ...session });
        },
      });
    });
    for (const name in headers) outgoing.setHeader(name, headers[name] ?? "");
    outgoing.end(body);
  });
}

function isBroken(error: NodeJS.ErrnoException): boolean {
  return error.code === "ECONNRESET" || error.code === "EPIPE";
}

function aborted(signal: AbortSignal): TransportError {
  return new TransportError("aborted", "the request was given up", signal.reason);
}
