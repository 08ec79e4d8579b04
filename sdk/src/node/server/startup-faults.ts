/** What is loaded only when a server cannot listen. */
import { StartupError } from "../../http/startup-error.js";

export function listenError(error: NodeJS.ErrnoException, port: number, host: string): StartupError {
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
