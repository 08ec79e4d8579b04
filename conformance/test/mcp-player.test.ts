/** The player behind `league mcp`, whose choices an MCP host makes, answers the suite like every other player. */
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { Processes } from "./processes.js";

const root = join(import.meta.dirname, "../..");
const host = join(root, "reference-agents/test/scripted-host.ts");
const processes = new Processes();
afterEach(() => processes.endAll());

/** What depends on the choices; the rest is the player of the SDK. */
const groups = ["join", "choice", "session"].flatMap((group) => ["--group", group]);

it("no quick check of its matches fails", async () => {
  const command = `node ${host} --port {port} --league {league} --name {name} --data {data}`;
  const suite = processes.start(
    ["league-conformance", "player", "--quick", ...groups, "--no-color", "--command", command],
    root,
    { PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` },
  );
  expect(await suite.ended, suite.output()).toBe(0);
  expect(suite.output()).not.toMatch(/\d+ (fail|warn|harness-error)\b/);
  expect(suite.output()).toMatch(/[23]\d pass/);
});
