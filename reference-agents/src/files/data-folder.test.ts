import { mkdir, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDataFolder, safeName } from "./data-folder.js";

describe("the data folder", () => {
  it("is opened while the probe file of another agent is in it, and that file stays", async () => {
    const folder = await mkdtemp(join(tmpdir(), "league-data-"));
    await mkdir(join(folder, ".league-probe", "of another"), { recursive: true });
    await openDataFolder(folder);
    expect(await readdir(folder, { recursive: true })).toEqual([
      ".league-probe",
      join(".league-probe", "of another"),
    ]);
  });
});

describe("the name of a file for an id", () => {
  it.each([
    ["R1M1", "R1M1"],
    ["league_2025-even.odd", "league_2025-even.odd"],
    ["player:P01", "player%3AP01"],
    ["../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"],
    ["..", "%2E."],
    [".", "%2E"],
    ["a\\b", "a%5Cb"],
    ["a\0b", "a%00b"],
    ["Élan", "%C3%89lan"],
    ["50%", "50%25"],
    ["", "%"],
  ])("of %j is %s", (id, name) => {
    expect(safeName(id)).toBe(name);
  });
});
