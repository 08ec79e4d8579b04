/**
 * The suite sends raw bytes to an agent through a `Wire`, never through an SDK client, so that no code between the
 * check and the socket can hide a fault.
 */

export type Headers = readonly (readonly [name: string, value: string])[];

/** How slowly or incompletely a body is sent. */
export interface Pace {
  bytesPerSecond?: number;
  /** Send only this many bytes of the body, then hold the connection open. */
  stopAfterBytes?: number;
}

export interface RawRequest {
  url: string;
  /** Default POST. */
  verb?: string | undefined;
  /** Instead of the path of the URL. */
  path?: string;
  /** Added to (or, by name, in place of) host, content-type, content-length and connection; an empty value removes the header. */
  headers?: Headers;
  body?: Uint8Array;
  pace?: Pace;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Milliseconds on the environment's clock. */
export interface Timing {
  sent_ms: number;
  end_ms: number;
}

export interface RawReply {
  kind: "reply";
  status: number;
  headers: Headers;
  body: Uint8Array;
  timing: Timing;
}

export type FailureReason = "refused" | "reset" | "timeout" | "closed_early" | "malformed_http" | "aborted";

export interface RawFailure {
  kind: "failure";
  reason: FailureReason;
  /** One sentence for the report. */
  detail: string;
  /** The received part of an incomplete answer. */
  partial?: { status?: number; body: Uint8Array };
  timing: Timing;
}

export type RawOutcome = RawReply | RawFailure;

export interface Wire {
  /** A failure of the peer is an outcome and is not thrown. */
  exchange(request: RawRequest): Promise<RawOutcome>;
}

/** One HTTP request that reached a server of the suite. */
export interface Arrival {
  at_ms: number;
  verb: string;
  path: string;
  headers: Headers;
  body: Uint8Array;
  /** Aborted when the client has closed the connection. */
  gone: AbortSignal;
}

/** A scripted server's reaction to an arrival. */
export type ScriptedAnswer =
  | {
      kind: "reply";
      status: number;
      headers?: Headers;
      body: Uint8Array | string;
      delayMs?: number | undefined;
    }
  /** Headers at once, then the body slowly, piece by piece. */
  | { kind: "drip"; status: number; headers?: Headers; body: Uint8Array | string; bytesPerSecond: number }
  /** Headers and the given part of the body, then nothing more. */
  | { kind: "stall"; status: number; headers?: Headers; body?: Uint8Array | string }
  | { kind: "reset"; delayMs?: number }
  | { kind: "close"; delayMs?: number }
  | { kind: "never" }
  /** Bytes that are no HTTP. */
  | { kind: "garbage"; bytes: Uint8Array | string };

export type Script = (arrival: Arrival) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** How a scripted server treats its connections. By default it has no limits. */
export interface ServerBehaviour {
  /** A request that is not whole after this many milliseconds is answered with 408. */
  stalledBodyMs?: number;
  /** More connections than this many at once are dropped. */
  connections?: number;
  /** It decodes each piece of a body by itself, and so loses a character that is split between two. */
  decodesPieces?: true;
}

export interface ListenOptions extends ServerBehaviour {
  /** Default: any free port. */
  port?: number | undefined;
}

export interface Listener {
  /** With the path /mcp. */
  readonly url: string;
  readonly port: number;
  /** Refuses new connections until it is called with false; the port stays reserved where the system allows it. */
  refuse(refusing: boolean): Promise<void>;
  close(): Promise<void>;
}

/** From Node's list of names and values. */
export function headerPairs(raw: readonly string[]): Headers {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""] as const);
}

export function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** The headers given in the request replace the usual ones; an empty value removes one. */
export function requestHeaders(request: RawRequest, url: URL, length: number): Headers {
  const given = request.headers ?? [];
  const usual: Headers = [
    ["host", url.host],
    ["connection", "close"],
    ["content-type", "application/json"],
    ["content-length", String(length)],
    // A server may compress its answer for every client that does not exclude this.
    ["accept-encoding", "identity"],
  ];
  return [...usual.filter(([name]) => headerOf(given, name) === undefined), ...given].filter(
    ([, value]) => value !== "",
  );
}
