/** Passes requests on to an agent, with headers and bodies as they are, and its answers back; a listener gets both. */
import { createServer, type IncomingMessage, request as openRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StartupError } from "@league-v2/sdk";

/** One request with its answer; an answer of null means that the connection ended without one. */
export interface Exchange {
  /** `POST /mcp`. */
  readonly request: { readonly startLine: string; readonly body: Buffer };
  readonly requestAt: number;
  readonly answer: { readonly status: number; readonly body: Buffer } | null;
  readonly answerAt: number;
}

export interface RelaySetting {
  /** Host and port of the agent behind the tap. */
  readonly host: string;
  readonly port: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onExchange: (exchange: Exchange) => void;
}

export interface Relay {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on the loopback interface. @throws StartupError PORT_IN_USE */
export async function relay(listenOn: number, { host, port, now, onExchange }: RelaySetting): Promise<Relay> {
  const server = createServer((asked, response) => {
    const { method = "GET", url: path = "/", rawHeaders: headers } = asked;
    const passed = openRequest({ host, port, method, path, headers });
    const asking = tee(asked, passed).then((body) => ({
      request: { startLine: `${method} ${path}`, body },
      requestAt: now(),
    }));
    passed.on("response", (answered) => {
      const { statusCode: status = 0, statusMessage = "", rawHeaders } = answered;
      response.writeHead(status, statusMessage, rawHeaders);
      tee(answered, response)
        .then(async (body) => onExchange({ ...(await asking), answer: { status, body }, answerAt: now() }))
        .catch(unanswered);
    });
    // Without an answer of the agent the connection ends, as it would without the tap.
    const unanswered = async () => {
      response.destroy();
      const known = await asking.catch(() => undefined);
      if (known !== undefined) onExchange({ ...known, answer: null, answerAt: now() });
    };
    passed.on("error", unanswered);
    asking.catch(() => passed.destroy());
  });
  await listening(server, listenOn);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes what arrives at once, and gives back the whole. */
async function tee(from: IncomingMessage, to: NodeJS.WritableStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of from as AsyncIterable<Buffer>) {
    parts.push(part);
    to.write(part);
  }
  to.end();
  return Buffer.concat(parts);
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(refusal(error, port));
    server.once("error", refuse);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

function refusal(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== "EADDRINUSE") return error;
  const hint =
    "Stop the program that listens there, or name another port with --listen; without it any free one is taken.";
  return new StartupError("PORT_IN_USE", `port ${port} is in use already`, hint, error);
}
