/** A strict incremental parser of one HTTP/1.x reply. */
import type { Headers } from "./types.js";

const HEAD_LIMIT = 64 * 1024;
const BODY_LIMIT = 8 * 1024 * 1024;

type Framing = { kind: "length"; left: number } | { kind: "chunked" } | { kind: "close" } | { kind: "none" };

export class MalformedHttp extends Error {}

export class ReplyParser {
  status: number | undefined;
  headers: Headers = [];
  done = false;
  private buffer: Uint8Array = new Uint8Array(0);
  private readonly body: Uint8Array[] = [];
  private bodySize = 0;
  private framing: Framing | undefined;
  private chunkLeft: number | "head" | "tail" | "trailers" = "head";
  private readonly verb: string;

  constructor(verb: string) {
    this.verb = verb;
  }

  get bytes(): Uint8Array {
    return concat(this.body);
  }

  push(chunk: Uint8Array): void {
    this.buffer = this.buffer.length === 0 ? chunk : concat([this.buffer, chunk]);
    while (!this.done && this.step());
  }

  /** The peer closed its side. True when the reply is whole. */
  end(): boolean {
    if (this.framing?.kind === "close") this.done = true;
    return this.done;
  }

  /** Parses one part; false when more bytes are needed. */
  private step(): boolean {
    if (this.framing === undefined) return this.readHead();
    switch (this.framing.kind) {
      case "none":
        this.done = true;
        return false;
      case "close":
        this.keep(this.buffer.length);
        return false;
      case "length":
        this.framing.left -= this.keep(Math.min(this.framing.left, this.buffer.length));
        this.done = this.framing.left === 0;
        return false;
      case "chunked":
        return this.readChunked();
    }
  }

  private readHead(): boolean {
    const end = find(this.buffer, "\r\n\r\n");
    if (end < 0) {
      if (this.buffer.length > HEAD_LIMIT)
        throw new MalformedHttp(`no end of the headers in ${HEAD_LIMIT} bytes`);
      if (this.buffer.length >= 5 && !latin1(this.buffer.subarray(0, 5)).startsWith("HTTP/"))
        throw new MalformedHttp(
          `the answer does not start with HTTP/: ${latin1(this.buffer.subarray(0, 40))}`,
        );
      return false;
    }
    const [statusLine = "", ...lines] = latin1(this.buffer.subarray(0, end)).split("\r\n");
    const status = /^HTTP\/1\.[01] (\d{3})(?: .*)?$/.exec(statusLine)?.[1];
    if (status === undefined) throw new MalformedHttp(`bad status line: ${statusLine.slice(0, 80)}`);
    this.buffer = this.buffer.subarray(end + 4);
    if (status.startsWith("1")) return true; // an interim reply; the real one follows
    this.status = Number(status);
    this.headers = lines.map(parseHeader);
    this.framing = this.frame();
    return true;
  }

  private frame(): Framing {
    const status = this.status ?? 0;
    if (this.verb === "HEAD" || status === 204 || status === 304) return { kind: "none" };
    const values = (name: string) =>
      this.headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
    if (values("transfer-encoding").some((value) => /\bchunked\b/i.test(value))) return { kind: "chunked" };
    const lengths = new Set(values("content-length"));
    if (lengths.size === 0) return { kind: "close" };
    const [length = ""] = lengths;
    if (lengths.size > 1 || !/^\d{1,9}$/.test(length))
      throw new MalformedHttp(`bad content-length: ${[...lengths].join(", ")}`);
    return length === "0" ? { kind: "none" } : { kind: "length", left: Number(length) };
  }

  private readChunked(): boolean {
    if (this.chunkLeft === "head") {
      const line = this.line();
      if (line === undefined) return false;
      const size = /^([0-9a-fA-F]{1,8})\s*(?:;.*)?$/.exec(line)?.[1];
      if (size === undefined) throw new MalformedHttp(`bad chunk size: ${line.slice(0, 40)}`);
      this.chunkLeft = Number.parseInt(size, 16);
      if (this.chunkLeft === 0) this.chunkLeft = "trailers";
      return true;
    }
    if (this.chunkLeft === "tail" || this.chunkLeft === "trailers") {
      const line = this.line();
      if (line === undefined) return false;
      if (this.chunkLeft === "trailers") this.done = line === "";
      else this.chunkLeft = "head";
      return !this.done;
    }
    this.chunkLeft -= this.keep(Math.min(this.chunkLeft, this.buffer.length));
    if (this.chunkLeft > 0) return false;
    this.chunkLeft = "tail";
    return true;
  }

  private line(): string | undefined {
    const end = find(this.buffer, "\r\n");
    if (end < 0) return undefined;
    const line = latin1(this.buffer.subarray(0, end));
    this.buffer = this.buffer.subarray(end + 2);
    return line;
  }

  private keep(count: number): number {
    this.bodySize += count;
    if (this.bodySize > BODY_LIMIT) throw new MalformedHttp(`the body is longer than ${BODY_LIMIT} bytes`);
    if (count > 0) this.body.push(this.buffer.subarray(0, count));
    this.buffer = this.buffer.subarray(count);
    return count;
  }
}

function parseHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  if (colon <= 0) throw new MalformedHttp(`bad header line: ${line.slice(0, 80)}`);
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

function find(bytes: Uint8Array, text: string): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(text, 0, "latin1");
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
