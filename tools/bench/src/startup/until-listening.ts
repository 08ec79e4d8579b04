/** The CPU time of a server until its port accepts a connection. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { start } from "./cpu-seconds.ts";

/** Attempts, one every few milliseconds: half a minute. */
const MOST_ATTEMPTS = 6_000;
const PAUSE_MS = 5;

/**
 * @param commandOn the command that serves at this port
 * @param end SIGKILL measures the start alone; after SIGTERM the program also ends in order and keeps its compile cache
 */
export async function cpuSecondsUntilListening(
  commandOn: (port: number) => readonly string[],
  end: "SIGKILL" | "SIGTERM",
): Promise<number> {
  const port = await freePort();
  const { pid, cpuSeconds } = await start(commandOn(port));
  try {
    await listening(port);
  } finally {
    process.kill(pid, end);
  }
  return cpuSeconds;
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    if (await accepts(port)) return;
    await pause(PAUSE_MS);
  }
  throw new Error(`no server listens on port ${port}`);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await once(server.close(), "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
