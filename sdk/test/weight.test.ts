/** Limits the size of a bundle with a whole player, and prints the share of each folder. */
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { expect, test } from "vitest";
import { bundledProgram } from "../../tools/build/bundled-program.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const worker = `
  import { createPlayer, secureRandom, systemClock } from "../src/index.ts";
  import { fetchHandler, fetchTransport } from "../src/fetch/index.ts";
  export { createPlayer, fetchHandler, fetchTransport, secureRandom, systemClock };`;

const node = `
  import { createPlayer } from "../src/index.ts";
  import { serve } from "../src/wire/node/index.ts";
  export { createPlayer, serve };`;

/** The contract from its sources. */
const fromSources: Plugin = {
  name: "from-sources",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@league-v2\/contract$/ }, () => ({ path: at("../../generated/src/index.ts") })),
};

const bundle = (program: string, platform: "browser" | "node") =>
  bundledProgram(program, { platform, folder: at("."), plugins: [fromSources] });

type Bundle = Awaited<ReturnType<typeof bundle>>;

/** The shares of the folders before gzip, the largest first. */
function shares({ text, inputs, gzipped }: Bundle): string {
  const folders = new Map<string, number>();
  for (const [path, { bytesInOutput }] of inputs) {
    const folder = path.replace("/src/", "/").replace(/\/[^/]*$/, "");
    folders.set(folder, (folders.get(folder) ?? 0) + bytesInOutput);
  }
  const rows = [...folders].sort(([, a], [, b]) => b - a).filter(([, bytes]) => bytes > 0);
  const list = rows.map(([folder, bytes]) => `${folder} ${bytes}`).join(", ");
  return `${gzipped} bytes gzipped, ${text.length} before: ${list}`;
}

/** Code that is loaded on demand: a player's bundle must not contain it. */
const onDemand =
  /wire\/(?!node\/|gateway\/wrapped)|metrics\/(family|agent-metrics)|agent\/[a-z-]+\/(trace|resume-membership|refusals)|platform\/redactor|openrpc\/|generated\/src\/(checks|canonical\/validators|explain|hint|expectation|similar|errors)\.|manager\/|referee\/session/;

/** The size limits of the two bundles, in bytes after gzip. */
const most = { worker: 18_000, node: 22_000 };

test.each([
  ["for a worker", worker, "browser", most.worker],
  ["with serve, for Node", node, "node", most.node],
] as const)("a whole player %s", async (name, program, platform, mostBytes) => {
  const made = await bundle(program, platform);
  const said = shares(made);
  console.info(`a whole player ${name}: ${said}`);
  expect(made.gzipped, said).toBeLessThanOrEqual(mostBytes);
  const carried = made.inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  expect(carried.filter((path) => onDemand.test(path))).toEqual([]);
  expect(carried).toContain("sdk/src/player/session.ts");
});
