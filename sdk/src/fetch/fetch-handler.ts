import { answerOf, httpFault, tooLarge } from "../http/replies.js";
import { carriedHeaders } from "../http/request-parts.js";
import type { HttpHandler, HttpReply } from "../http/types.js";
import { readStream } from "./fetch-transport.js";

export interface FetchHandlerOptions {
  limits: {
    /** The longest body, in bytes. */
    bodyBytes: number;
  };
}

/** The handler as a function from `Request` to `Response`, for Deno, Bun and workers. It never rejects. */
export function fetchHandler(
  handler: HttpHandler,
  { limits }: FetchHandlerOptions,
): (request: Request) => Promise<Response> {
  return async (request) => toResponse(request, await answer(request));

  async function answer(request: Request): Promise<HttpReply> {
    let body: Uint8Array | null;
    try {
      body = await readStream(request.body, limits.bodyBytes);
    } catch {
      return httpFault(400, "the body broke off");
    }
    if (body === null) return tooLarge(limits.bodyBytes);
    const { pathname, search } = new URL(request.url);
    return answerOf(handler, {
      method: request.method,
      path: pathname + search,
      contentType: request.headers.get("content-type"),
      body,
      headers: carriedHeaders((name) => request.headers.get(name), request.method),
    });
  }
}

function toResponse(request: Request, { status, headers, body, stream }: HttpReply): Response {
  if (stream !== undefined) return new Response(bytesOf(stream), { status, headers });
  return new Response(body === "" || request.method === "HEAD" ? null : body, { status, headers });
}

function bytesOf(stream: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
