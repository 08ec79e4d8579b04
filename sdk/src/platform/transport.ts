/** One POST of JSON text, with the content type `application/json`; or a GET, whose body is empty. */
export interface OutgoingRequest {
  /** Default: POST. */
  verb?: "GET" | "POST";
  /** Absolute, `http:` or `https:`. */
  url: string;
  body: string;
  /** Ends the exchange: the transport throws `TransportError` of kind `aborted`. */
  readonly signal: AbortSignal;
  headers?: Record<string, string>;
  /** Checks each address before a connection is opened; a transport without access to addresses ignores it. */
  guard?: AddressGuard;
}

/** Which addresses may be called. */
export interface AddressGuard {
  /**
   * Null if a connection to it is allowed, else the reason.
   * @param hostname as it is in the URL
   * @param address one of the addresses of the hostname, or the hostname itself if it is an address
   */
  refuseAddress(hostname: string, address: string): string | null;
}

/** The reply to an `OutgoingRequest`, with any HTTP status. */
export interface IncomingReply {
  status: number;
  contentType: string | null;
  body: string;
  /** The `mcp-session-id` of an MCP server. */
  sessionId?: string | undefined;
  /** The `retry-after` of a server that wants fewer requests: seconds, or a date. */
  retryAfter?: string | undefined;
}

/** @param header the value of a header, by its name in lower case */
export function incomingReply(
  status: number,
  body: string,
  header: (name: string) => string | null | undefined,
): IncomingReply {
  return {
    status,
    contentType: header("content-type") ?? null,
    body,
    sessionId: header("mcp-session-id") || undefined,
    retryAfter: header("retry-after") || undefined,
  };
}

/** Sends requests to other agents. */
export interface Transport {
  /**
   * Sends one request and waits for the whole reply, with any status. Redirects are not followed.
   * @throws TransportError, and nothing else
   */
  send(request: OutgoingRequest): Promise<IncomingReply>;
  /** Closes idle connections. */
  close?(): Promise<void>;
}

/**
 * - `unreachable`: no process listens there, the name is unknown, or the connection broke before the reply was complete
 * - `aborted`: the request's signal was aborted
 * - `late`: the reply will not come in time, whatever is left of the sender's own deadline
 * - `too_large`: the reply is longer than this transport accepts
 * - `not_text`: the reply is not UTF-8, or compressed
 */
export type TransportErrorKind = "unreachable" | "aborted" | "late" | "too_large" | "not_text";

/** An exchange without a whole reply; `kind` says why. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly kind: TransportErrorKind;

  constructor(kind: TransportErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
