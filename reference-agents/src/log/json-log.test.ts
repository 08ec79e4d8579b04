import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SimulatedClock } from "@league-v2/sdk/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { openJsonLog } from "./json-log.js";
import type { LogLevel } from "./levels.js";

let file: string;
beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), "league-log-")), "logs/league.log.jsonl");
});

function open(level: LogLevel = "debug") {
  return openJsonLog({ to: { file }, level, clock: new SimulatedClock() });
}

async function lines(): Promise<unknown[]> {
  const text = await readFile(file, "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe("the JSON log", () => {
  it("writes the fields of the contract, and the rest as data", async () => {
    const log = open();
    log.for(() => "P01")({
      level: "warn",
      message: "E001: late",
      message_type: "GAME_ERROR",
      conversation_id: "conv-1",
      match_id: "R1M1",
      data: { retry: 1 },
    });
    expect(await lines()).toEqual([
      {
        timestamp: "2025-01-01T00:00:00.000Z",
        level: "warn",
        agent_id: "P01",
        message: "E001: late",
        message_type: "GAME_ERROR",
        conversation_id: "conv-1",
        data: { match_id: "R1M1", retry: 1 },
      },
    ]);
  });

  it("reads the agent's id again for each line", async () => {
    let id = "Alpha";
    const write = open().for(() => id);
    write({ level: "info", message: "one" });
    id = "P01";
    write({ level: "info", message: "two" });
    expect(await lines()).toMatchObject([{ agent_id: "Alpha" }, { agent_id: "P01" }]);
  });

  it("leaves out entries below its level", async () => {
    const log = open("warn");
    const write = log.for(() => "P01");
    write({ level: "info", message: "no" });
    write({ level: "error", message: "yes" });
    expect(await lines()).toMatchObject([{ message: "yes" }]);
    expect(log.writes("info")).toBe(false);
  });

  it("never writes a token", async () => {
    const secret = "f".repeat(32);
    open().for(() => "P01")({
      level: "info",
      message: `sent {"auth_token":"${secret}"}`,
      data: { auth_token: secret, deep: [{ auth_token: secret }], text: `{"auth_token":"${secret}"}` },
    });
    expect(await readFile(file, "utf8")).not.toContain(secret);
  });

  it("appends to the file of an earlier process", async () => {
    for (const message of ["one", "two"]) {
      const log = open();
      log.for(() => "P01")({ level: "info", message });
      log.close();
    }
    expect(await lines()).toMatchObject([{ message: "one" }, { message: "two" }]);
  });
});
