import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StartupError } from "../http/startup-error.js";

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
