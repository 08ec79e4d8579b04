/** The least that the exchanges of a league can cost: the same messages without agents, sessions, clocks and stores. */
import { once } from "node:events";
import { Agent, createServer, request as httpRequest } from "node:http";
import { type MethodRow, methods, validators } from "@league-v2/contract";
import type { Exchange } from "./leagues.ts";

const rows = new Map<string, MethodRow>(Object.entries(methods));

/**
 * Each message is written, parsed and validated; the reply is validated where it is sent, too. By the validators that find all
 * faults: with faster ones in the agents, a match costs less of the same floor.
 */
export function floorInMemory(exchanges: readonly Exchange[]): () => void {
  const messages = exchanges.map(({ request, reply }) => ({
    request: JSON.parse(request),
    reply: reply === "" ? null : JSON.parse(reply),
  }));
  return () => {
    for (const { request, reply } of messages) {
      const row = rows.get(request.method);
      if (row === undefined) throw new Error(`no row for ${request.method}`);
      demand(row.request, JSON.parse(JSON.stringify(request)).params);
      if (reply === null) continue;
      const answer = row.reply ?? row.ack;
      demand(answer, reply.result);
      demand(answer, JSON.parse(JSON.stringify(reply)).result);
    }
  };
}

function demand(type: string | null, message: unknown): void {
  const validate = validators[type ?? ""];
  if (validate === undefined || validate(message)) return;
  throw new Error(`a recorded message is invalid: ${JSON.stringify(validate.errors?.[0])}`);
}

/** As many requests at a time: about what a round of a league has under way. */
const TOGETHER = 32;

/** All exchanges over `node:http`, both sides of it: the bodies are there already, and nothing is parsed. */
export function floorOverHttp(exchanges: readonly Exchange[]): () => Promise<void> {
  return async () => {
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        response.setHeader("content-type", "application/json");
        response.end(exchanges[Number(request.headers["x-exchange"])]?.reply);
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const agent = new Agent({ keepAlive: true });
    const send = (index: number) =>
      new Promise<void>((resolve, reject) => {
        const headers = { "content-type": "application/json", "x-exchange": String(index) };
        httpRequest({ port, host: "127.0.0.1", path: "/mcp", method: "POST", agent, headers })
          .on("error", reject)
          .on("response", (incoming) => incoming.resume().on("end", resolve))
          .end(exchanges[index]?.request);
      });
    let next = 0;
    const worker = async () => {
      while (next < exchanges.length) await send(next++);
    };
    await Promise.all(Array.from({ length: TOGETHER }, worker));
    agent.destroy();
    await once(server.close(), "close");
  };
}
