import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEachTest } from "../../../tools/gate/after-each-test.js";
import type { HttpHandler, HttpReply } from "../../src/http/types.js";
import {
  type Listening,
  type ServeHandlerOptions,
  serveHandler,
} from "../../src/node/server/serve-handler.js";
import { exampleLimits } from "./example-methods.js";

const servers: Listening[] = [];
afterEachTest(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server on any free port, closed after the test. */
export async function serve(
  handler: HttpHandler,
  options: Partial<ServeHandlerOptions> = {},
): Promise<Listening> {
  const timeouts = { graceMs: 50, lingerMs: 50 };
  const server = await serveHandler(handler, { port: 0, limits: exampleLimits, timeouts, ...options });
  servers.push(server);
  return server;
}

export const call = (id: number) => `{"jsonrpc":"2.0","method":"get_data","id":${id}}`;
export const answered = (id: number) => `{"jsonrpc":"2.0","result":["hello",5],"id":${id}}`;
export const plain = (body: string): HttpReply => ({
  status: 200,
  headers: { "content-type": "text/plain" },
  body,
});
export const echoPath: HttpHandler = async ({ path }) => plain(path);

/** A handler whose exchanges wait until they are released. */
export function gated(): { handler: HttpHandler; entered: Promise<void>; open: () => void } {
  let open: () => void = () => {};
  let enter: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const handler: HttpHandler = async ({ path }) => {
    enter();
    await gate;
    return plain(path);
  };
  return { handler, entered, open };
}

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
