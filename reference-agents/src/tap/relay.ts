/** Forwards connections byte for byte; a listener gets both directions. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { StartupError } from "@league-v2/sdk";
import { type HttpMessage, HttpMessages } from "./http-messages.js";

/** One request with its answer; an answer of null means that the connection ended without one. */
export interface Exchange {
  readonly request: HttpMessage;
  readonly requestAt: number;
  readonly answer: HttpMessage | null;
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
export async function relay(listenOn: number, setting: RelaySetting): Promise<Relay> {
  const open = new Set<Socket>();
  const server = createServer((client) => pass(client, setting, open));
  await listening(server, listenOn);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : listenOn,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(client: Socket, { host, port, now, onExchange }: RelaySetting, open: Set<Socket>): void {
  const agent = connect({ host, port });
  const waiting: { request: HttpMessage; requestAt: number }[] = [];
  const [asked, answered] = [new HttpMessages(), new HttpMessages()];
  const answer = (messages: readonly HttpMessage[]) => {
    for (const message of messages) {
      // Informational responses, such as 100 Continue, are followed by the answer.
      const first = /^HTTP\/1\.\d 1/.test(message.startLine) ? undefined : waiting.shift();
      if (first !== undefined) onExchange({ ...first, answer: message, answerAt: now() });
    }
  };
  for (const socket of [client, agent]) {
    open.add(socket);
    socket.setNoDelay(true);
  }
  client.on("data", (bytes) => {
    agent.write(bytes);
    for (const request of asked.feed(bytes)) waiting.push({ request, requestAt: now() });
  });
  agent.on("data", (bytes) => {
    client.write(bytes);
    answer(answered.feed(bytes));
  });
  client.on("end", () => agent.end());
  agent.on("end", () => {
    answer(answered.end());
    client.end();
  });
  const ended = () => {
    for (const rest of waiting.splice(0)) onExchange({ ...rest, answer: null, answerAt: now() });
    for (const socket of [client, agent]) {
      open.delete(socket);
      socket.destroy();
    }
  };
  for (const socket of [client, agent]) socket.on("error", ended).on("close", ended);
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
