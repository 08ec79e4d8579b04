import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { expect, test } from "vitest";

const index = fileURLToPath(new URL("../../../../generated/src/index.ts", import.meta.url));

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
