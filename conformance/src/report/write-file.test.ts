import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareFile, ReportWriteError, writeAtomically } from "./write-file.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "league-report-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("parent folders are created, and only the file remains", async () => {
  await writeAtomically(join(folder, "a/b/report.json"), "new");
  expect(readFileSync(join(folder, "a/b/report.json"), "utf8")).toBe("new");
  expect(readdirSync(join(folder, "a/b"))).toEqual(["report.json"]);
});

test("an existing file is replaced, through a link too", async () => {
  writeFileSync(join(folder, "real.json"), "old");
  symlinkSync(join(folder, "real.json"), join(folder, "link.json"));
  await writeAtomically(join(folder, "link.json"), "new");
  expect(readFileSync(join(folder, "real.json"), "utf8")).toBe("new");
  expect(readdirSync(folder).sort()).toEqual(["link.json", "real.json"]);
});

test("a device is written to, not replaced", async () => {
  await writeAtomically("/dev/null", "gone");
  expect(readFileSync("/dev/null", "utf8")).toBe("");
});

test("a path through a file is reported before the run", () => {
  writeFileSync(join(folder, "file"), "");
  const path = join(folder, "file/report.json");
  expect(() => prepareFile(path)).toThrow(ReportWriteError);
  expect(() => prepareFile(path)).toThrow(
    new RegExp(`cannot write ${path}: a part of the path is a file, not a folder`),
  );
});

test.each([
  ["no path", "", 'cannot write "": it is no path'],
  ["a name that is too long for a draft", "x".repeat(250), "the name is too long"],
])("%s is reported before the run", (_what, path, reason) => {
  expect(() => prepareFile(path)).toThrow(reason);
});

test("the trial of a path leaves no file", () => {
  prepareFile(join(folder, "tried", "report.json"));
  expect(readdirSync(join(folder, "tried"))).toEqual([]);
});

test("a folder as the path of a report is an error, before the run and after it", async () => {
  mkdirSync(join(folder, "out"));
  expect(() => prepareFile(join(folder, "out"))).toThrow(/it is a folder/);
  const error = await writeAtomically(join(folder, "out"), "").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ReportWriteError);
  expect(error).toMatchObject({ path: join(folder, "out") });
});
