import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleHandler } from "../../test/vectors/example-handler.js";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import { serveHandler } from "./serve-handler.js";

const source = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "league-exit-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program in a new process until it ends. */
async function run(program: string): Promise<{ output: string; code: number | null }> {
  const outfile = join(folder, "program.mjs");
  await build({
    stdin: { contents: program, loader: "ts", resolveDir: folder },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  const child = spawn(process.execPath, [outfile], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  return { output, code };
}

test("a program exits after one call, although its connection is kept alive", async () => {
  const server = await serveHandler(exampleHandler(), { port: 0, limits: exampleLimits });
  const { output, code } = await run(`
    import { createClient } from ${source("../client/index.ts")};
    import { secureRandom } from ${source("../platform/secure-random.ts")};
    import { systemClock } from ${source("../platform/system-clock.ts")};
    import { nodeTransport } from ${source("./node-transport.ts")};
    const client = createClient({
      transport: nodeTransport({ limits: { bodyBytes: 1000 } }),
      clock: systemClock,
      random: secureRandom,
      backoff: { firstMs: 200, factor: 2, maximumMs: 5000, jitter: 0.5 },
      limits: { jsonDepth: 8 },
    });
    const row = { name: "get_data", deadlineMs: 3_600_000, retries: 0, retryPauseMs: null };
    console.log(JSON.stringify(await client.call("${server.origin}/mcp", row, {})));
  `);
  expect([output, code]).toEqual(['["hello",5]\n', 0]);
  await server.close();
});

test("a program exits after it has closed its server", async () => {
  const { output, code } = await run(`
    import { serveHandler } from ${source("./serve-handler.ts")};
    const limits = { bodyBytes: 1000, stalledBodyMs: 3_600_000 };
    const server = await serveHandler(async () => ({ status: 200, headers: {}, body: "hello" }), { port: 0, limits });
    const reply = await fetch(server.origin);
    console.log(await reply.text());
    await server.close();
  `);
  expect([output, code]).toEqual(["hello\n", 0]);
});
