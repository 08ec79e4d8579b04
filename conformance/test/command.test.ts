/** What only a run of the command on a started agent shows: a player whose choices an MCP host makes, a terminal, a derived form. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { lintProfile } from "@league-v2/sdk/wire";
import { afterEach, expect, test } from "vitest";
import { hasNoTerminal, inTerminal } from "../../tools/gate/in-terminal.js";
import { newFolder } from "../../tools/gate/temporary-folder.js";
import { loadChecks } from "../src/checks/registry.js";
import { Processes } from "./processes.js";
import { runProgram } from "./run-program.js";

const root = join(import.meta.dirname, "../..");
const program = join(root, "conformance/bin/league-conformance.js");
const player = `python3 "${join(import.meta.dirname, "foreign/agent.py")}" player --port {port} --league {league}`;
const processes = new Processes();
afterEach(() => processes.endAll());

test("no quick check of the matches of the player behind `league mcp` fails", async () => {
  const host = join(root, "reference-agents/test/scripted-host.ts");
  const agent = `node ${host} --port {port} --league {league} --name {name} --data {data}`;
  // What depends on the choices; the rest is the player of the SDK.
  const groups = ["join", "choice", "acknowledgement"].flatMap((group) => ["--group", group]);
  const suite = processes.start(
    [process.execPath, program, "player", "--quick", ...groups, "--no-color", "--command", agent],
    root,
    { PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` },
  );
  expect(await suite.ended, suite.output()).toBe(0);
  expect(suite.output()).not.toMatch(/\d+ (fail|warn|harness-error)\b/);
  expect(suite.output()).toMatch(/[23]\d pass/);
});

test.skipIf(hasNoTerminal)("a run redraws its progress in place, and leaves the verdicts", () => {
  const words = [program, "player", "--command", player, "--only", "player/join/*", "--quick"];
  const { shown, status } = inTerminal(words);
  expect(status).toBe(0);
  // The control sequence that moves the cursor up, to redraw the same lines.
  expect(shown).toMatch(/\p{Cc}\[\d+A/u);
  expect(stripVTControlCharacters(shown)).toMatch(
    /\d+ of \d+ checks · \d+ running · about \d+ s left, by \d\d:\d\d:\d\d/,
  );
  expect(shown).toContain("conforms");
});

test("names, place and members of an unknown form are derived, and another run tests the agent in that form", async () => {
  const folder = newFolder();
  const file = join(folder, "own.wire.json");
  const only = ["--only", "player/choice/valid-parity", "--only", "transport/wire/*", "--verbose"];
  const suite = (...args: string[]) =>
    runProgram(["player", "--command", `${player} --with own-form`, ...only, ...args], {
      checks: loadChecks,
    });
  expect((await suite("--wire-out", file)).out).toContain("the wire form is written");
  const document: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(lintProfile(document)).toEqual([]);
  expect(document).toMatchObject({
    replies: { nest: "data" },
    messages: {
      GAME_INVITATION: { method: "invite_player" },
      CHOOSE_PARITY_CALL: { method: "make_choice" },
      GAME_OVER: { method: "game_result" },
      CHOOSE_PARITY_RESPONSE: { rename: { parity_choice: "my_choice" } },
    },
  });
  const { out } = await suite("--wire", file);
  expect(out).toContain("✔ player/choice/valid-parity");
  expect(out).toContain("✘ transport/wire/league-form");
}, 120_000);
