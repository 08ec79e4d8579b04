import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { methods } from "@league-v2/contract";
import { build, type Plugin } from "esbuild";
import { expect, test } from "vitest";
import type { JsonObject } from "../src/json.js";
import { metaFaults } from "../src/validate/ajv.js";

interface Document {
  methods: { name: string; params: { name: string }[]; "x-deadline-ms": number | null }[];
  components: { schemas: Record<string, unknown> };
}
const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../generated/openrpc/${name}.json`, import.meta.url), "utf8"),
  ) as Document;

test("the document contains the methods and deadlines of the table", () => {
  const rows = read("canonical").methods.map((method) => [method.name, method["x-deadline-ms"]]);
  expect(rows).toEqual(Object.values(methods).map(({ name, deadlineMs }) => [name, deadlineMs]));
});

test.each(["canonical", "flat"])("the %s document is OpenRPC", (name) => {
  expect(metaFaults(read(name) as unknown as JsonObject)).toEqual([]);
});

test("the reference page has a section for each message, and every link has a target", () => {
  const page = readFileSync(new URL("../../../generated/reference/canonical.md", import.meta.url), "utf8");
  const anchors = [...page.matchAll(/^### (\w+)$/gm)].map(([, title = ""]) => title.toLowerCase());
  const links = [...page.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor = ""]) => anchor);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});

const index = fileURLToPath(new URL("../../../generated/src/index.ts", import.meta.url));

/** Code behind `import()` is in a separate file. */
const onDemandApart: Plugin = {
  name: "on-demand-apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/ }, ({ kind }) => (kind === "dynamic-import" ? { external: true } : undefined)),
};

/** The bundle of a program that imports only these names. */
async function bundle(names: string, from = index): Promise<{ text: string; gzipped: number }> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names} } from ${JSON.stringify(from)}`, resolveDir: "/", loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    write: false,
    plugins: [onDemandApart],
  });
  const text = outputFiles[0]?.text ?? "";
  return { text, gzipped: gzipSync(text).length };
}

test("the bundle of one validator has its own checks and no others", async () => {
  const { text, gzipped } = await bundle("validateGameOver");
  expect(gzipped).toBeLessThan(1600);
  expect(text).toContain("GAME_OVER");
  expect(text).not.toMatch(/LEAGUE_QUERY|REFEREE_REGISTER|GAME_INVITATION/);
});

test("the bundle of a builder is a few lines", async () => {
  expect((await bundle("gameOver")).gzipped).toBeLessThan(300);
});

test("the bundle of one reply has one builder", async () => {
  const { text } = await bundle("replyToGameInvitation");
  expect(text).toContain("GAME_JOIN_ACK");
  expect(text).not.toContain("CHOOSE_PARITY_RESPONSE");
});

test("the bundle of a player has only a player's validators", async () => {
  const { text, gzipped } = await bundle("playerServes, playerCalls");
  expect(gzipped).toBeLessThan(4400);
  expect(text).not.toMatch(/REFEREE_REGISTER_REQUEST|START_LEAGUE/);
});

test("no module needs a package or a host API", async () => {
  const { text } = await bundle("validateGameOver, explain, reply, methods, machines, errors, protocol");
  expect(text).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b|new Function/);
});
