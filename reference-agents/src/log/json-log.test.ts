import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SimulatedClock } from "@league-v2/sdk/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import type { LogLevel } from "./json-log.js";
import { openJsonLog } from "./json-log.js";

let file: string;
beforeEach(async () => {
  file = join(newFolder(), "logs/league.log.jsonl");
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

  it("appends to the file of an earlier process", async () => {
    for (const message of ["one", "two"]) {
      const log = open();
      log.for(() => "P01")({ level: "info", message });
      log.close();
    }
    expect(await lines()).toMatchObject([{ message: "one" }, { message: "two" }]);
  });
});
