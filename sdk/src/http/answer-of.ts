import { internalFault } from "./replies.js";
import type { HttpHandler, HttpReply, HttpRequest } from "./types.js";

/** The handler's reply; a bare 500 if it breaks its promise never to throw or reject. */
export function answerOf(handler: HttpHandler, request: HttpRequest): Promise<HttpReply> {
  try {
    return handler(request).catch(internalFault);
  } catch {
    return Promise.resolve(internalFault());
  }
}
