/** A TCP server that a test scripts byte by byte, and requests to it. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEachTest } from "../../../tools/gate/after-each-test.js";
import type { OutgoingRequest } from "../../src/platform/transport.js";

const closers: (() => void)[] = [];
afterEachTest(() => {
  for (const close of closers.splice(0)) close();
});

/** A scripted server: `onRequest` is called for each request, with its number on the connection and in total. */
export async function scripted(
  onRequest: (socket: Socket, request: { onConnection: number; inAll: number; text: string }) => void,
) {
  let inAll = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    let onConnection = 0;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (data) =>
      onRequest(socket, { onConnection: ++onConnection, inAll: ++inAll, text: String(data) }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, requests: () => inAll, connections: () => sockets.size };
}

const never = new AbortController().signal;

/** A request to this port. */
export const to = (port: number, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  url: `http://127.0.0.1:${port}/mcp?x=1`,
  body: '{"é":1}',
  signal: never,
  ...more,
});

/** The start of a reply. */
export const head = (text: string) => `HTTP/1.1 200 OK\r\n${text}`;

export const reply = (body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Replies to each request with this body. */
export const says = (body: string) => (socket: Socket) => socket.write(reply(body));
