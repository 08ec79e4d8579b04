/** A scripted HTTP server over real sockets: it stores the received bytes and answers as scripted, also with broken HTTP. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { decodedPieces } from "../json.js";
import type { Clock } from "../sdk.js";
import { pause } from "../time/pause.js";
import {
  type Arrival,
  type Headers,
  headerPairs,
  type Listener,
  type ListenOptions,
  type Script,
  type ScriptedAnswer,
} from "./types.js";

// An ESM import of node:http would load undici with it: 100 ms of processor time at each start.
const { createServer } = process.getBuiltinModule("node:http");

const HOST = "127.0.0.1";

const REQUEST_LIMIT = 8 * 1024 * 1024;

export async function listenOnSocket(
  clock: Clock,
  script: Script,
  options: ListenOptions = {},
): Promise<Listener> {
  // Node's default time limits must not end an answer that a check sends slowly.
  const { stalledBodyMs = 0, connections, decodesPieces } = options;
  const server = createServer(
    { headersTimeout: stalledBodyMs, requestTimeout: stalledBodyMs, connectionsCheckingInterval: 1_000 },
    (request, response) => void serve(clock, script, request, response, decodesPieces),
  );
  if (connections !== undefined) server.maxConnections = connections;
  server.keepAliveTimeout = 120_000;
  const open = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, HOST, () => {
        server.off("error", reject);
        resolve((server.address() as AddressInfo).port);
      });
    });
  const shut = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await open(options.port ?? 0);
  return {
    url: `http://${HOST}:${port}/mcp`,
    port,
    refuse: async (refusing) => {
      if (refusing) await shut();
      else if (!server.listening) await open(port);
    },
    close: shut,
  };
}

async function serve(
  clock: Clock,
  script: Script,
  request: IncomingMessage,
  response: ServerResponse,
  decodesPieces = false,
): Promise<void> {
  const at_ms = clock.now();
  const gone = new AbortController();
  // With a reason, so that no exception is created for each request.
  response.on("close", () => gone.abort("gone"));
  const pieces = await readAll(request);
  if (pieces === undefined) return;
  const body = decodesPieces ? decodedPieces(pieces) : Buffer.concat(pieces);
  const arrival: Arrival = {
    at_ms,
    verb: request.method ?? "",
    path: request.url ?? "",
    headers: headerPairs(request.rawHeaders),
    body,
    gone: gone.signal,
  };
  await answer(clock, response, await script(arrival), gone.signal);
}

async function answer(
  clock: Clock,
  response: ServerResponse,
  how: ScriptedAnswer,
  gone: AbortSignal,
): Promise<void> {
  if ("delayMs" in how && how.delayMs !== undefined) await pause(clock, how.delayMs, gone);
  if (gone.aborted) return;
  switch (how.kind) {
    case "never":
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "close":
      response.socket?.destroy();
      return;
    case "garbage":
      response.socket?.end(how.bytes);
      return;
    case "reply":
      writeHead(
        response,
        how.status,
        how.headers,
        how.status === 204 ? undefined : Buffer.byteLength(how.body),
      );
      response.end(how.status === 204 ? undefined : how.body);
      return;
    case "stall":
      // The announced length is never reached.
      writeHead(response, how.status, how.headers, Buffer.byteLength(how.body ?? "") + 64);
      response.flushHeaders();
      if (how.body !== undefined && how.body.length > 0) response.write(how.body);
      return;
    case "drip": {
      const bytes = Buffer.from(how.body);
      writeHead(response, how.status, how.headers, bytes.length);
      response.flushHeaders();
      for (let at = 0; at < bytes.length && !gone.aborted; at += 1) {
        await pause(clock, 1_000 / how.bytesPerSecond, gone);
        if (!gone.aborted) response.write(bytes.subarray(at, at + 1));
      }
      if (!gone.aborted) response.end();
    }
  }
}

function writeHead(
  response: ServerResponse,
  status: number,
  headers: Headers | undefined,
  length: number | undefined,
): void {
  response.statusCode = status;
  for (const [name, value] of headers ?? [["content-type", "application/json"]])
    response.setHeader(name, value);
  if (length !== undefined) response.setHeader("content-length", length);
}

/** Undefined when the body is too long, or the client disconnects before its end. */
async function readAll(request: IncomingMessage): Promise<readonly Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > REQUEST_LIMIT) return undefined;
      chunks.push(chunk);
    }
    return chunks;
  } catch {
    return undefined;
  }
}
