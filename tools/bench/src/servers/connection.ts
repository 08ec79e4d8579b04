/** One keep-alive connection that asks the same question again and again: the next request goes out when the reply is in. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { assertAcknowledgement, path, requestText } from "./exchange.ts";

/**
 * node:http's own client costs more than the servers that are measured here, and would hide their differences. So requests
 * are bytes prepared in advance, and of a reply no more is read than its status and its length.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #id: number;
  readonly #request: Buffer;
  #received: Buffer = Buffer.alloc(0);
  #checked = false;
  #onReply: (() => void) | null = null;
  #fail: (error: Error) => void = () => {};

  private constructor(socket: Socket, id: number) {
    this.#socket = socket;
    this.#id = id;
    this.#request = requestBytes(requestText(id));
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the server has closed the connection")));
  }

  static async open(port: number, id: number): Promise<Connection> {
    const socket = connect({ port, host: "127.0.0.1" });
    await once(socket, "connect");
    return new Connection(socket, id);
  }

  /** Sends requests until it is stopped, and counts the replies. */
  ask(goOn: () => boolean): Promise<number> {
    let replies = 0;
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#onReply = () => {
        replies += 1;
        if (goOn()) this.#socket.write(this.#request);
        else resolve(replies);
      };
      this.#socket.write(this.#request);
    });
  }

  close(): void {
    this.#fail = () => {};
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = endOfReply(this.#received);
    if (end === null || this.#received.length < end.body) return;
    if (!this.#checked) {
      assertAcknowledgement(this.#received.toString("utf8", end.head, end.body), this.#id);
      this.#checked = true;
    }
    this.#received = Buffer.alloc(0);
    this.#onReply?.();
  }
}

function requestBytes(text: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "accept: application/json",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
}

const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Where the head and the body of a reply end; null while its head is not whole. */
export function endOfReply(received: Buffer): { head: number; body: number } | null {
  const blank = received.indexOf("\r\n\r\n");
  if (blank === -1) return null;
  const head = received.toString("latin1", 0, blank);
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`the server refuses: ${head}`);
  const length = LENGTH.exec(head)?.[1];
  if (length === undefined) throw new Error(`the reply does not state its length: ${head}`);
  return { head: blank + 4, body: blank + 4 + Number(length) };
}
