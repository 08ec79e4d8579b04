/** node:http with nothing around it but parsing and writing JSON: what every server on Node pays at least. */
import { once } from "node:events";
import { createServer } from "node:http";
import { acknowledge } from "./exchange.ts";
import { portOf, underTest } from "./program.ts";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString());
    const text = JSON.stringify({ jsonrpc: "2.0", result: acknowledge(params), id });
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
  });
});

await underTest(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return portOf(server);
});
