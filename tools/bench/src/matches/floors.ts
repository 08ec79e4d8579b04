/** The least that the exchanges of a league can cost: the same messages without agents, sessions, clocks and stores. */
import { once } from "node:events";
import { Agent, createServer, request as httpRequest } from "node:http";
import { leagueManagerServes, playerServes, refereeServes, type Validator } from "@league-v2/contract";
import { portOf } from "../servers/program.ts";
import type { RecordedExchange } from "./recorded-league.ts";

interface ServedRow {
  readonly validateRequest: Validator<unknown>;
  readonly validateReply: Validator<unknown> | null;
  readonly validateAck: Validator<unknown> | null;
}

const rows = new Map<string, ServedRow>(
  [leagueManagerServes, refereeServes, playerServes].flatMap((table) => Object.entries<ServedRow>(table)),
);

/** A message as it is passed to the writer. */
export interface ParsedExchange {
  readonly request: { readonly method: string; readonly params: unknown };
  readonly reply: { readonly result: unknown } | null;
}

export function parsed({ request, reply }: RecordedExchange): ParsedExchange {
  return { request: JSON.parse(request), reply: reply === "" ? null : JSON.parse(reply) };
}

/** Each message is written, parsed and validated; the reply is validated where it is sent, too. */
export function exchangeInMemory({ request, reply }: ParsedExchange): void {
  const row = rows.get(request.method);
  if (row === undefined) throw new Error(`no row for ${request.method}`);
  demand(row.validateRequest, JSON.parse(JSON.stringify(request)).params);
  if (reply === null) return;
  const validate = row.validateReply ?? row.validateAck;
  demand(validate, reply.result);
  demand(validate, JSON.parse(JSON.stringify(reply)).result);
}

function demand(validate: Validator<unknown> | null, message: unknown): void {
  if (validate === null || validate(message)) return;
  throw new Error(`a recorded message is invalid: ${JSON.stringify(validate.errors?.[0])}`);
}

/** As many requests at a time: about what a round of a league has under way. */
const together = 32;

/** All exchanges over `node:http`, both sides of it: the bodies are there already, and nothing is parsed. */
export async function exchangeOverHttp(exchanges: readonly RecordedExchange[]): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const { reply } = exchanges[Number(request.headers["x-exchange"])] ?? { reply: "" };
      response.setHeader("content-type", "application/json");
      response.end(reply);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const agent = new Agent({ keepAlive: true });
  const port = portOf(server);
  const send = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = { "content-type": "application/json", "x-exchange": String(index) };
      const outgoing = httpRequest({ port, host: "127.0.0.1", path: "/mcp", method: "POST", agent, headers });
      outgoing.on("error", reject);
      outgoing.on("response", (incoming) => {
        incoming.resume();
        incoming.on("end", resolve);
      });
      outgoing.end(exchanges[index]?.request);
    });
  let next = 0;
  const worker = async () => {
    while (next < exchanges.length) await send(next++);
  };
  await Promise.all(Array.from({ length: together }, worker));
  agent.destroy();
  server.close();
  await once(server, "close");
}
