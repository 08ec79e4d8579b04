/** `explain --wire`: the form of a plain agent without code of this project, without a description, is proposed as a profile. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import { lintProfile } from "@league-v2/sdk/wire";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../tools/gate/free-port.js";
import { loadChecks } from "../src/checks/registry.js";
import { listening, Processes } from "./processes.js";
import { runProgram } from "./run-program.js";

const agent = join(import.meta.dirname, "agents/player.mjs");
const folder = mkdtempSync(join(tmpdir(), "league-explain-"));
const processes = new Processes();

afterAll(() => {
  processes.endAll();
  rmSync(folder, { recursive: true, force: true });
});

async function start(...options: string[]): Promise<string> {
  const port = await freePort();
  const words = [process.execPath, agent, "--port", String(port), "--league", "http://127.0.0.1:9/mcp"];
  processes.start([...words, ...options], folder);
  await listening(port);
  return `http://127.0.0.1:${port}/mcp`;
}

const suite = (...args: string[]) => runProgram(args, { checks: loadChecks });

test("a bundled form is found and named", async () => {
  const { code, error } = await suite("explain", "--wire", await start(), "--role", "player");
  expect(code).toBe(0);
  expect(error).toContain('the bundled form "canonical"');
});

test("names, place and members of an unknown form are inferred, and the suite tests the agent in that form", async () => {
  const file = join(folder, "own.wire.json");
  const url = await start("--form", "own");
  const explained = await suite("explain", "--wire", url, "--role", "player", "--out", file);
  expect(explained.code, explained.error).toBe(0);
  expect(explained.error).toMatch(new RegExp(`league-conformance player --url \\S+ --wire ${file}$`, "m"));
  expect(explained.error).toMatch(new RegExp(`league manager --forms ${file}$`, "m"));
  const document: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(lintProfile(document)).toEqual([]);
  const schema = readFileSync(
    join(import.meta.dirname, "../../generated/openrpc/wire-form.schema.json"),
    "utf8",
  );
  const validator = new Validator(JSON.parse(schema) as Schema, "2020-12", false);
  expect(validator.validate(document).errors).toEqual([]);
  expect(document).toMatchObject({
    replies: { nest: "data" },
    messages: {
      GAME_INVITATION: { method: "invite_player" },
      CHOOSE_PARITY_CALL: { method: "make_choice" },
      GAME_OVER: { method: "game_result" },
      CHOOSE_PARITY_RESPONSE: { rename: { parity_choice: "my_choice" } },
    },
  });
  const command = `"${process.execPath}" "${agent}" --form own --port {port} --league {league}`;
  const only = ["--only", "player/choice/valid-parity", "--only", "transport/wire/*"];
  const { out } = await suite("player", "--command", command, "--wire", file, ...only, "--verbose");
  expect(out).toContain("✔ player/choice/valid-parity");
  expect(out).toContain("✘ transport/wire/league-form");
}, 120_000);

test("a server without such answers gets no profile", async () => {
  const url = `http://127.0.0.1:${await freePort()}/mcp`;
  const { code, error } = await suite("explain", "--wire", url, "--role", "player");
  expect(code).toBe(3);
  expect(error).toContain("none was answered");
});
