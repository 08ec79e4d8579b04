/** jayson: the JSON-RPC server that most programs on Node use. It validates nothing. */
import { once } from "node:events";
import jayson from "jayson";
import { acknowledge, method } from "./exchange.ts";
import { portOf, underTest } from "./program.ts";

const server = new jayson.Server({
  [method]: (params: Parameters<typeof acknowledge>[0], callback: (error: null, result: object) => void) =>
    callback(null, acknowledge(params)),
});

await underTest(async () => {
  const http = server.http();
  await once(http.listen(0, "127.0.0.1"), "listening");
  return portOf(http);
});
