import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { methods } from "@league-v2/contract";
import { expect, test } from "vitest";
import { bundledProgram } from "../../build/bundled-program.js";
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

/** The bundle of a program that imports only these names. */
function bundle(names: string): Promise<{ text: string; gzipped: number }> {
  const program = `export { ${names} } from ${JSON.stringify(index)}`;
  return bundledProgram(program, { platform: "neutral", folder: "/" });
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
