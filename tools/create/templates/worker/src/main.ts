/** The worker's player on Node, for local tests and for the conformance suite. */
import { parseArgs } from "node:util";
import { protocol } from "@league-v2/contract/protocol";
import { serveHandler } from "@league-v2/sdk/node";
import { connect } from "./worker.ts";

try {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8101" },
      league: { type: "string", default: "{{league}}" },
      name: { type: "string", default: "{{name}}" },
    },
  });
  if (!/^https?:\/\/./.test(values.league))
    throw new Error(`--league is "${values.league}"; it must be a URL such as {{league}}`);
  const origin = `http://127.0.0.1:${values.port}`;
  const endpoint = origin + protocol.paths.mcp;
  let player: ReturnType<typeof connect> | undefined;
  const listening = await serveHandler(
    async ({ method, path, headers = {}, contentType, body }) => {
      const request = new Request(origin + path, {
        method,
        headers: { ...headers, ...(contentType === null ? {} : { "content-type": contentType }) },
        ...(method === "GET" || method === "HEAD" ? {} : { body: Uint8Array.from(Buffer.from(body)) }),
      });
      const response = (await player?.fetch(request)) ?? new Response("starting", { status: 503 });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    },
    { port: Number(values.port), limits: protocol.limits },
  );
  player = connect(values.name, { endpoint, league: values.league });
  const { agent } = player;
  const end = () => listening.close();
  void agent.done.then(end);
  process.once("SIGTERM", () => void agent.close());
  try {
    const { id } = await agent.registered;
    console.log(`${values.name} is ${id}, at ${endpoint}`);
  } catch (error) {
    await agent.close();
    throw error;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
