/** The form of a plain agent without code of this project, without a description, is derived in a run and written as a profile. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lintProfile } from "@league-v2/sdk/wire";
import { afterAll, expect, test } from "vitest";
import { loadChecks } from "../src/checks/registry.js";
import { runProgram } from "./run-program.js";

const agent = join(import.meta.dirname, "agents/player.mjs");
const folder = mkdtempSync(join(tmpdir(), "league-wire-out-"));
const file = join(folder, "own.wire.json");
const command = `"${process.execPath}" "${agent}" --form own --port {port} --league {league}`;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const suite = (...args: string[]) => {
  const only = ["--only", "player/choice/valid-parity", "--only", "transport/wire/*", "--verbose"];
  return runProgram(["player", "--command", command, ...only, ...args], { checks: loadChecks });
};

test("names, place and members of an unknown form are derived, and another run tests the agent in that form", async () => {
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
