import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A TCP connection on which a test sends exact bytes. */
export interface RawConnection {
  send(text: string): void;
  /** Everything received so far, as soon as it contains `text`. Rejects if the connection closes before. */
  received(text: string): Promise<string>;
  /** Everything received, when the other side has closed. */
  closed(): Promise<string>;
  readonly socket: Socket;
}

export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let seen = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    seen += chunk;
  });
  socket.on("error", () => {}); // A reset is visible in the received data.
  const closing = new Promise((resolve) => socket.once("close", resolve));
  return {
    socket,
    send: (text) => void socket.write(text, "latin1"),
    received: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (seen.includes(text)) resolve(seen);
        };
        check();
        socket.on("data", check);
        closing.then(() =>
          reject(new Error(`closed before ${JSON.stringify(text)}; received ${JSON.stringify(seen)}`)),
        );
      }),
    async closed() {
      await closing;
      return seen;
    },
  };
}

/** The text of a POST of `body` to `/mcp`, with further header lines. */
export function rawPost(body: string, headers: string[] = [`content-length: ${body.length}`]): string {
  const head = ["POST /mcp HTTP/1.1", "host: localhost", "content-type: application/json", ...headers];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
