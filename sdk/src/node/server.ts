import type { RequestListener, Server, ServerOptions } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { StartupError } from "../http/startup-error.js";
import type { Clock } from "../platform/clock.js";
import { http, loadHttps } from "./http-module.js";

/** @throws StartupError INVALID_CONFIG for a key or a certificate that cannot be used */
export function openServer(
  options: ServerOptions,
  tls: { readonly key: string; readonly cert: string } | undefined,
  onRequest: RequestListener,
): Server {
  if (tls === undefined) return http.createServer(options, onRequest);
  const { headersTimeout } = options;
  // A handshake may take as long as the head that follows it.
  const handshake = headersTimeout === undefined ? {} : { handshakeTimeout: headersTimeout };
  try {
    // Node treats an empty text as absent, and would listen without a certificate.
    if (tls.key === "" || tls.cert === "") throw new Error("one of the two is empty");
    return loadHttps().createServer({ ...options, ...handshake, ...tls }, onRequest);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      "INVALID_CONFIG",
      `the TLS key and certificate cannot be used (${why})`,
      "Both are PEM, and the certificate is the one of the key.",
      error,
    );
  }
}

/** The maximum number of connections that wait to be accepted: a whole league registers at once. */
const BACKLOG = 1024;

/** Resolves when the server listens; throws `StartupError` if it cannot. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(startupError(error, port, host));
    server.once("error", onError);
    try {
      server.listen({ port, host, backlog: BACKLOG }, () => {
        server.off("error", onError);
        resolve();
      });
    } catch (error) {
      // Node throws the error of an invalid port, and does not emit it.
      onError(error as NodeJS.ErrnoException);
    }
  });
}

/** The origin at which a server listens. */
export function addressOf(server: Server, scheme: "http" | "https"): { origin: string; port: number } {
  const { address, family, port } = server.address() as AddressInfo;
  return { origin: `${scheme}://${family === "IPv6" ? `[${address}]` : address}:${port}`, port };
}

function startupError(error: NodeJS.ErrnoException, port: number, host: string): StartupError {
  if (error.code === "EADDRINUSE") {
    const hint = `Stop the program that listens there (lsof -i :${port} names it), or choose another port.`;
    return new StartupError("PORT_IN_USE", `port ${port} on ${host} is in use already`, hint, error);
  }
  const hint =
    error.code === "EACCES"
      ? "Ports below 1024 need privileges; choose a higher one."
      : "The port is an integer from 0 to 65535, the host a name or an address of this machine.";
  return new StartupError(
    "INVALID_CONFIG",
    `cannot listen on ${host}:${port} (${error.message})`,
    hint,
    error,
  );
}

/** Stops accepting, closes idle connections, waits `graceMs` for the others, then destroys them. */
export function closeServer(server: Server, clock: Clock, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const grace = clock.after(graceMs, () => server.closeAllConnections());
    server.close(() => {
      grace.cancel();
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * For a reply that is sent before the request has been read: a socket that is destroyed with unread input resets the
 * connection, and the client loses the reply. Instead the sending side is closed, further input is discarded,
 * and only after `lingerMs`, or when the client closes, is the socket destroyed.
 *
 * Node ends a connection after its last reply with `destroySoon`, which is therefore replaced.
 */
export function lingerWhenDone(socket: Socket, clock: Clock, lingerMs: number): void {
  socket.destroySoon = () => {
    socket.end();
    socket.resume();
    const timer = clock.after(lingerMs, () => socket.destroy());
    socket.once("end", () => socket.destroy());
    socket.once("close", () => timer.cancel());
  };
}
