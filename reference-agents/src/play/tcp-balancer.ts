/** One address for several servers: forwards each connection to the next server, or to another one if that is stopped. */

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

export interface TcpBalancer {
  /** The address with the path of the first server. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Forwards bytes. A client whose server is killed must repeat its request, and then reaches another server.
 * @param urls of the servers, at least one
 * @param port 0 for any free one
 */
export async function openTcpBalancer(
  urls: readonly string[],
  port = 0,
  host = "127.0.0.1",
): Promise<TcpBalancer> {
  const servers = urls.map((url) => new URL(url));
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    return socket;
  };
  let turn = 0;
  const tcpBalancer: Server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    keep(client).on("error", () => client.destroy());
    const first = turn++;
    const order = servers.map((_, index) => servers[(first + index) % servers.length] as URL);
    forward(client, order, keep);
  });
  tcpBalancer.listen({ port, host });
  await once(tcpBalancer, "listening");
  const address = tcpBalancer.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host}:${taken}${servers[0]?.pathname ?? "/"}`,
    async close() {
      for (const socket of open) socket.destroy();
      tcpBalancer.close();
      await once(tcpBalancer, "close");
    },
  };
}

/** Forwards to the first server in the order that accepts connections; without one the client's connection is closed. */
function forward(
  client: Socket,
  [server, ...others]: readonly URL[],
  keep: (socket: Socket) => Socket,
): void {
  if (server === undefined || client.destroyed) return void client.destroy();
  const upstream = keep(connect({ host: server.hostname, port: Number(server.port), allowHalfOpen: true }));
  const next = () => forward(client, others, keep);
  upstream.once("error", next);
  upstream.once("connect", () => {
    upstream.off("error", next);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
      one.pipe(other);
    }
    client.resume();
  });
}
