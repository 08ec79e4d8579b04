/** An HTTP request as every adapter passes it: complete, without the platform's types. */
export interface HttpRequest {
  /** In capitals: `POST`. */
  method: string;
  /** The request target; a query string is allowed and ignored. */
  path: string;
  contentType: string | null;
  body: Uint8Array | string;
  /** Names in lower case. Adapters may omit them. */
  headers?: Record<string, string> | undefined;
}

/** The answer to an HTTP request, as every adapter sends it. */
export interface HttpReply {
  status: number;
  /** Names in lower case; without `content-length`, which the adapter sets. */
  headers: Record<string, string>;
  /** Empty for no body. */
  body: string;
  /**
   * Sent in pieces instead of the body, which is then empty: for events. The adapter calls `return()` when the client
   * disconnects. Bytes, so that a piece for many clients is encoded once.
   */
  stream?: AsyncIterable<Uint8Array>;
}

/** The HTTP interface of an agent. It never throws. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;
