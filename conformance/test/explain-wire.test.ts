/** Plain agents without code of this project, some in forms without a description: the suite detects their form. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Schema, Validator } from "@cfworker/json-schema";
import { lintProfile } from "@league-v2/sdk/wire";
import { afterAll, afterEach, expect, test } from "vitest";
import { freePort } from "../../tools/gate/free-port.js";
import { loadChecks } from "../src/checks/registry.js";
import { runProgram } from "./run-program.js";

const agent = fileURLToPath(new URL("agents/foreign.mjs", import.meta.url));
const schema = JSON.parse(
  readFileSync(new URL("../schema/wire-profile.schema.json", import.meta.url), "utf8"),
) as Schema;
const running: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), "league-explain-"));

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(form: string): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [agent, form, String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  await once(child.stdout, "data");
  return `http://127.0.0.1:${port}/mcp`;
}

const league = (...args: string[]) => runProgram(args, { checks: loadChecks });

test("a bundled form is found and named", async () => {
  const { code, out, error } = await league(
    "explain",
    "--wire",
    await start("backwards"),
    "--role",
    "player",
  );
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ extends: "request-reply" });
  expect(error).toContain('the bundled form "request-reply"');
});

test("one method for everything is found without any hint", async () => {
  const { out, error } = await league("explain", "--wire", await start("capitals"));
  const words = [
    ["even", "EVEN"],
    ["odd", "ODD"],
  ];
  expect(JSON.parse(out)).toMatchObject({
    extends: "handle-message",
    messages: { CHOOSE_PARITY_RESPONSE: { values: { "/parity_choice": words } } },
  });
  expect(error).toContain('CHOOSE_PARITY_RESPONSE says "EVEN" for "even"');
});

test("names, place and members of an unknown form are inferred, and the suite tests the agent in that form", async () => {
  const file = join(folder, "own.wire.json");
  const explained = await league("explain", "--wire", await start("own"), "--role", "player", "--out", file);
  expect(explained.code, explained.error).toBe(0);
  expect(explained.error).toMatch(new RegExp(`league-conformance player --url \\S+ --wire ${file}$`, "m"));
  expect(explained.error).toMatch(new RegExp(`league manager --forms ${file}$`, "m"));
  const document: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(lintProfile(document)).toEqual([]);
  expect(new Validator(schema, "2020-12", false).validate(document).errors).toEqual([]);
  expect(document).toMatchObject({
    replies: { nest: "data" },
    messages: {
      GAME_INVITATION: { method: "invite_player" },
      CHOOSE_PARITY_CALL: { method: "make_choice" },
      GAME_OVER: { method: "game_result" },
      CHOOSE_PARITY_RESPONSE: { rename: { parity_choice: "my_choice" } },
    },
  });
  const report = join(folder, "report.json");
  await league(
    ...["player", "--command", `${process.execPath} ${agent} own {port} {league} {name}`, "--wire", file],
    ...[
      "--only",
      "player/choice/*",
      "--only",
      "player/join/*",
      "--only",
      "transport/wire/*",
      "--level",
      "must",
    ],
    ...["--json", report, "--quiet"],
  );
  const { checks } = JSON.parse(readFileSync(report, "utf8")) as {
    checks: { id: string; verdict: string }[];
  };
  const verdicts = (verdict: string) => checks.filter((one) => one.verdict === verdict).map(({ id }) => id);
  expect(verdicts("pass")).toEqual(
    expect.arrayContaining(["player/join/echoes-conversation", "player/choice/valid-parity"]),
  );
  expect(verdicts("fail")).toContain("transport/wire/league-form");
}, 120_000);

test("a server without such answers gets no profile", async () => {
  const port = await freePort();
  const { code, error } = await league(
    "explain",
    "--wire",
    `http://127.0.0.1:${port}/mcp`,
    "--role",
    "player",
  );
  expect(code).toBe(3);
  expect(error).toContain("none was answered");
});
