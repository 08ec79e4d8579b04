/** fastify with a route for the one method: schemas for the body (Ajv, built in) and for the reply (its own serialiser). */
import fastify from "fastify";
import { methodNamed } from "../contract-document.ts";
import { acknowledge, method, path } from "./exchange.ts";
import { underTest } from "./program.ts";

interface Call {
  id: number;
  params: Parameters<typeof acknowledge>[0];
}

const { "x-message": request, result: reply } = methodNamed(method);
const app = fastify({
  ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } },
});
app.post<{ Body: Call }>(
  path,
  { schema: { body: call(request), response: { 200: answer(reply?.schema ?? {}) } } },
  async ({ body: { id, params } }) => ({ jsonrpc: "2.0", result: acknowledge(params), id }),
);

function call(params: object): object {
  return {
    type: "object",
    required: ["jsonrpc", "method", "params", "id"],
    properties: {
      jsonrpc: { type: "string", const: "2.0" },
      method: { type: "string", const: method },
      params,
      id: { type: "integer" },
    },
  };
}

function answer(result: object): object {
  return { type: "object", properties: { jsonrpc: { type: "string" }, result, id: { type: "integer" } } };
}

await underTest(async () => {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return Number(new URL(address).port);
});
