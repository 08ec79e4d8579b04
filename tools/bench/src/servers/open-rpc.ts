/** @open-rpc/server-js, given the contract's OpenRPC document: it validates the params of requests, and no results. */
import { Server, transports } from "@open-rpc/server-js";
import { document, methodNamed } from "../contract-document.ts";
import { acknowledge, method } from "./exchange.ts";
import { portOf, underTest } from "./program.ts";

const names = methodNamed(method).params.map(({ name }) => name);

/** It hands params over by position, in the order of the document. */
async function answer(...values: unknown[]): Promise<object> {
  const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  return acknowledge(params as unknown as Parameters<typeof acknowledge>[0]);
}

await underTest(async () => {
  const server = new Server({ openrpcDocument: document as never, methodMapping: { [method]: answer } });
  const transport = new transports.HTTPTransport({ port: 0, middleware: [] });
  server.addTransport(transport);
  await server.start();
  // It does not report its port.
  return portOf(Reflect.get(transport, "server"));
});
