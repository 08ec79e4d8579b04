/** Reads the HTTP/1.1 messages of one direction of a connection, without changing the bytes. */

export interface HttpMessage {
  /** `POST /mcp HTTP/1.1` or `HTTP/1.1 200 OK`. */
  readonly startLine: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** More than any message of a league; a longer message is forwarded without being read. */
const maxBytes = 4_000_000;
const headEnd = Buffer.from("\r\n\r\n");

type Step = { readonly message: HttpMessage; readonly length: number } | "more" | "lost";

/** One direction. After bytes that are not HTTP/1.1 nothing is parsed, but the relay still forwards all bytes. */
export class HttpMessages {
  #pending: Buffer = Buffer.alloc(0);
  #lost = false;

  /** The messages that are complete with these bytes. */
  feed(bytes: Buffer): HttpMessage[] {
    if (this.#lost) return [];
    this.#pending = Buffer.concat([this.#pending, bytes]);
    const complete: HttpMessage[] = [];
    for (;;) {
      const step = firstOf(this.#pending);
      if (step === "more") break;
      if (step === "lost") {
        this.#lost = true;
        this.#pending = Buffer.alloc(0);
        break;
      }
      complete.push(step.message);
      this.#pending = this.#pending.subarray(step.length);
    }
    if (this.#pending.length > maxBytes) this.#lost = true;
    return complete;
  }

  /** The connection has ended; it also ends the body of an answer without a length. */
  end(): HttpMessage[] {
    const at = this.#pending.indexOf(headEnd);
    if (this.#lost || at === -1) return [];
    return [{ ...readHead(this.#pending, at), body: this.#pending.subarray(at + headEnd.length) }];
  }
}

function firstOf(bytes: Buffer): Step {
  const at = bytes.indexOf(headEnd);
  if (at === -1) return bytes.length > 0 && !/^[A-Z]/.test(bytes.toString("latin1", 0, 1)) ? "lost" : "more";
  const head = readHead(bytes, at);
  const start = at + headEnd.length;
  if (isChunked(head.headers)) return chunked(bytes, start, head);
  const length = bodyLength(head);
  if (length === null) return "more";
  if (bytes.length < start + length) return "more";
  return { message: { ...head, body: bytes.subarray(start, start + length) }, length: start + length };
}

function readHead(bytes: Buffer, end: number): Pick<HttpMessage, "startLine" | "headers"> {
  const [startLine = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { startLine, headers: new Map(headers) };
}

function isChunked(headers: ReadonlyMap<string, string>): boolean {
  return headers.get("transfer-encoding")?.toLowerCase().includes("chunked") === true;
}

/** Null for a body that ends with the connection. */
function bodyLength({ startLine, headers }: Pick<HttpMessage, "startLine" | "headers">): number | null {
  const length = headers.get("content-length");
  if (length !== undefined) return Number(length) || 0;
  const status = /^HTTP\/\d\.\d (\d{3})/.exec(startLine)?.[1];
  if (status === undefined || status === "204" || status === "304" || status.startsWith("1")) return 0;
  return null;
}

function chunked(bytes: Buffer, start: number, head: Pick<HttpMessage, "startLine" | "headers">): Step {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd === -1) return "more";
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (!(size >= 0)) return "lost";
    const data = lineEnd + 2;
    if (size === 0) {
      const end = bytes.indexOf("\r\n", data);
      if (end === -1) return "more";
      return { message: { ...head, body: Buffer.concat(parts) }, length: end + 2 };
    }
    if (bytes.length < data + size + 2) return "more";
    parts.push(bytes.subarray(data, data + size));
    at = data + size + 2;
  }
}
