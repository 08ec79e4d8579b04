/** An HTTP request as every adapter hands it in: complete, without the platform's types. */
export interface HttpRequest {
  /** In capitals: `POST`. */
  method: string;
  /** The request target; a query string is allowed and ignored. */
  path: string;
  contentType: string | null;
  body: Uint8Array | string;
  /** Names in lower case. Adapters may leave them out. */
  headers?: Record<string, string>;
}

export interface HttpReply {
  status: number;
  /** Names in lower case; without `content-length`, which is the adapter's. */
  headers: Record<string, string>;
  /** Empty for none. */
  body: string;
  /**
   * Sent piece by piece instead of the body, which is empty then: for events. It is returned (`return()`) when the client
   * has gone. Bytes, so that a piece for many clients is encoded once for all of them.
   */
  stream?: AsyncIterable<Uint8Array>;
}

/** An agent as the outside sees it. It never throws. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;
