import { afterEachTest } from "../../tools/gate/after-each-test.js";
import type { HttpHandler, HttpReply } from "../src/http/types.js";
import { type Listening, type ServeHandlerOptions, serveHandler } from "../src/node/serve-handler.js";
import { exampleLimits } from "./vectors/example-methods.js";

const servers: Listening[] = [];
afterEachTest(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server on any free port, closed after the test. */
export async function serve(
  handler: HttpHandler,
  options: Partial<ServeHandlerOptions> = {},
): Promise<Listening> {
  const timeouts = { graceMs: 50, lingerMs: 50 };
  const server = await serveHandler(handler, { port: 0, limits: exampleLimits, timeouts, ...options });
  servers.push(server);
  return server;
}

export const call = (id: number) => `{"jsonrpc":"2.0","method":"get_data","id":${id}}`;
export const answered = (id: number) => `{"jsonrpc":"2.0","result":["hello",5],"id":${id}}`;
export const plain = (body: string): HttpReply => ({
  status: 200,
  headers: { "content-type": "text/plain" },
  body,
});
export const echoPath: HttpHandler = async ({ path }) => plain(path);

/** A handler whose exchanges wait until they are released. */
export function gated(): { handler: HttpHandler; entered: Promise<void>; open: () => void } {
  let open: () => void = () => {};
  let enter: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const handler: HttpHandler = async ({ path }) => {
    enter();
    await gate;
    return plain(path);
  };
  return { handler, entered, open };
}
