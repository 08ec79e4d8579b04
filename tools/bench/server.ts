/** One server under test, in its own process: `server.ts NAME` listens, sends its port, and its processor time when asked. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import {
  acknowledge,
  document,
  method,
  paramNames,
  playerId,
  replySchema,
  requestSchema,
  token,
} from "./game-over.ts";

type GameOver = Parameters<typeof acknowledge>[0];

/** Each resolves with its port. */
const servers: Readonly<Record<string, () => Promise<number>>> = {
  /** node:http with nothing around it but parsing and writing JSON: what every server on Node pays at least. */
  async bare() {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { id, params } = JSON.parse(Buffer.concat(chunks).toString());
        const text = JSON.stringify({ jsonrpc: "2.0", result: acknowledge(params), id });
        const length = Buffer.byteLength(text);
        response.writeHead(200, { "content-type": "application/json", "content-length": length });
        response.end(text);
      });
    });
    return listening(server);
  },

  /** An agent as its author writes it: request and reply are validated, the envelope is filled in. */
  async league() {
    const { createAgent, partialHandlers } = await import("@league-v2/sdk");
    const { serve } = await import("@league-v2/sdk/node");
    const agent = createAgent("player", `player:${playerId}`, ({ senderIdentity }) => {
      senderIdentity.become(`player:${playerId}`, token);
      return partialHandlers("player", {
        notify_match_result: (result, context) =>
          context.reply(result, { player_id: playerId, status: "ACKNOWLEDGED" }),
      });
    });
    return portIn((await serve(agent)).url);
  },

  fastify: () => fastifyServer(acknowledge),

  "fastify-ajv": async () => fastifyServer(validReply(acknowledge, await validator(replySchema))),

  jayson: () => jaysonServer(acknowledge),

  async "jayson-ajv"() {
    const isRequest = await validator(requestSchema);
    const answer = validReply(acknowledge, await validator(replySchema));
    return jaysonServer((params) => {
      if (!isRequest(params)) throw new TypeError("the request is invalid");
      return answer(params);
    });
  },

  /** It is given the contract's OpenRPC document, and hands params over by position, in the document's order. */
  async "open-rpc"() {
    const { Server, transports } = await import("@open-rpc/server-js");
    const answer = async (...values: unknown[]) =>
      acknowledge(Object.fromEntries(paramNames.map((name, index) => [name, values[index]])) as never);
    const server = new Server({ openrpcDocument: document as never, methodMapping: { [method]: answer } });
    const transport = new transports.HTTPTransport({ port: 0, middleware: [] });
    server.addTransport(transport);
    await server.start();
    // It does not report its port.
    return portOf(Reflect.get(transport, "server"));
  },
};

type Answer = (params: GameOver) => object;

/** A route for the one method, with schemas for the body (Ajv, built in) and for the reply (its own serialiser). */
async function fastifyServer(answer: Answer): Promise<number> {
  const { fastify } = await import("fastify");
  const options = { strict: false, coerceTypes: false, removeAdditional: false } as const;
  const app = fastify({ ajv: { customOptions: options } });
  const request = { jsonrpc: { const: "2.0" }, method: { const: method }, id: { type: "integer" } };
  const reply = { jsonrpc: { type: "string" }, id: { type: "integer" }, result: replySchema };
  const body = {
    type: "object",
    required: ["jsonrpc", "method", "params", "id"],
    properties: { ...request, params: requestSchema },
  };
  app.post<{ Body: { id: number; params: GameOver } }>(
    "/mcp",
    { schema: { body, response: { 200: { type: "object", properties: reply } } } },
    async ({ body: { id, params } }) => ({ jsonrpc: "2.0", result: answer(params), id }),
  );
  return portIn(await app.listen({ port: 0, host: "127.0.0.1" }));
}

async function jaysonServer(answer: Answer): Promise<number> {
  const { default: jayson } = await import("jayson");
  const handle = (params: GameOver, reply: (error: null, result: object) => void) =>
    reply(null, answer(params));
  return listening(new jayson.Server({ [method]: handle }).http());
}

/** What a user adds to a server that does not validate. */
async function validator(schema: object): Promise<(message: object) => boolean> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  return new Ajv2020({ strict: false }).compile(schema);
}

function validReply(answer: Answer, isReply: (message: object) => boolean): Answer {
  return (params) => {
    const reply = answer(params);
    if (!isReply(reply)) throw new TypeError("the reply is invalid");
    return reply;
  };
}

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return portOf(server);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return address.port;
}

function portIn(url: string): number {
  return Number(new URL(url).port);
}

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
process.once("disconnect", () => process.exit());
const [name = ""] = process.argv.slice(2);
process.send?.(await servers[name]?.());
