import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { contextWith } from "./context.fixture.js";
import { loadStrategy } from "./load-strategy.js";
import { strategies } from "./strategies.js";

const folder = newFolder("league strategies ");
beforeAll(async () => {
  const modules = {
    "function.mjs": 'export default () => "odd";',
    "object.mjs": 'export default { choose: async () => "even", guard: false };',
    "named.mjs": 'export const choose = () => "odd";',
    "common.cjs": 'module.exports = () => "even";',
    "compiled.cjs": 'exports.__esModule = true; exports.default = () => "odd";',
    "typed.ts": 'export default (context: { random: unknown }): string => "odd";',
    "nothing.mjs": "export const answer = 42;",
    "broken.mjs": "export default {",
  };
  for (const [name, text] of Object.entries(modules)) await writeFile(join(folder, name), text);
});

describe("a strategy by its name", () => {
  it.each(["random", "frequency", "pattern", "timeout"] as const)("%s", async (name) => {
    expect(await loadStrategy(name)).toBe(strategies[name]);
  });

  it("with an unknown name lists the existing ones", async () => {
    await expect(loadStrategy("frequancy")).rejects.toMatchObject({
      name: "INVALID_CONFIG",
      message: 'there is no strategy "frequancy"',
      hint: expect.stringContaining("random, frequency, pattern, timeout"),
    });
  });
});

describe("a strategy by its path", () => {
  it.each([
    ["a function", "./function.mjs", "odd", true],
    ["an object with choose", "./object.mjs", "even", false],
    ["a module with choose", "./named.mjs", "odd", true],
    ["a CommonJS module", "./common.cjs", "even", true],
    ["a compiled CommonJS module", "./compiled.cjs", "odd", true],
    ["TypeScript", "typed.ts", "odd", true],
  ])("%s", async (_name, path, choice, guard) => {
    const strategy = await loadStrategy(path, folder);
    expect(await strategy.choose(contextWith())).toBe(choice);
    expect(strategy.guard).toBe(guard);
  });

  it("may be absolute", async () => {
    const strategy = await loadStrategy(join(folder, "function.mjs"), "/");
    expect(strategy.guard).toBe(true);
  });

  it.each([
    ["is not there", "./missing.mjs", "cannot be loaded"],
    ["does not parse", "./broken.mjs", "cannot be loaded"],
    ["exports no strategy", "./nothing.mjs", "exports no function and no { choose } by default"],
  ])("that %s is INVALID_CONFIG", async (_name, path, message) => {
    await expect(loadStrategy(path, folder)).rejects.toMatchObject({
      name: "INVALID_CONFIG",
      message: expect.stringContaining(message),
    });
  });
});
