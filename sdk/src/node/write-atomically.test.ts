import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { assertWritable, makeFolder, WriteError, writeAtomically } from "./write-atomically.js";

let folder = "";
beforeEach(async () => {
  folder = newFolder();
  await writeFile(join(folder, "file"), "old");
  await mkdir(join(folder, "folder"));
});
const at = (name: string) => join(folder, name);

describe("writing atomically", () => {
  it("makes folders and leaves no temporary file", async () => {
    for (const text of ["one", "two"]) await writeAtomically(at("a/b/file.json"), text);
    expect(await readFile(at("a/b/file.json"), "utf8")).toBe("two");
    expect(await readdir(at("a/b"))).toEqual(["file.json"]);
  });

  it("never lets a reader see a partly written file", async () => {
    const path = at("file");
    const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(100_000));
    await writeAtomically(path, texts[0] ?? "");
    const writing = Promise.all(texts.map((text) => writeAtomically(path, text)));
    let done = false;
    void writing.finally(() => {
      done = true;
    });
    while (!done) expect(texts).toContain(await readFile(path, "utf8"));
    await writing;
  });

  it("replaces the target of a link, and keeps the link", async () => {
    await symlink(at("file"), at("link"));
    await writeAtomically(at("link"), "new");
    expect(await readFile(at("file"), "utf8")).toBe("new");
    expect((await readdir(folder)).sort()).toEqual(["file", "folder", "link"]);
  });

  it("writes a name as long as the file system allows", async () => {
    await writeAtomically(at("x".repeat(255)), "long");
    expect(await readFile(at("x".repeat(255)), "utf8")).toBe("long");
  });

  it("writes to a device and does not replace it", async () => {
    await writeAtomically("/dev/null", "gone");
    expect(await readFile("/dev/null", "utf8")).toBe("");
  });

  it("writes to a pipe as fast as it is read", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    const text = "x".repeat(300_000);
    const reading = readFile(at("pipe"), "utf8");
    // The reader opens the pipe on another thread.
    for (;;) {
      const error = await writeAtomically(at("pipe"), text).catch((reason: WriteError) => reason);
      if (error === undefined) break;
      expect(error.message).toContain("ENXIO");
    }
    expect(await reading).toBe(text);
  });
});

describe.each([
  ["writeAtomically", (path: string) => writeAtomically(path, "text")],
  ["assertWritable", assertWritable],
])("%s names the file and the reason in one line", (_name, write) => {
  it.each([
    ["", 'cannot write "": it is no path'],
    ["folder", "cannot write PATH: it is a folder"],
    ["file/below", "cannot write PATH: not a directory (ENOTDIR)"],
    [`a/${"x".repeat(256)}`, "cannot write PATH: name too long (ENAMETOOLONG)"],
  ])("%s", async (name, message) => {
    const path = name === "" ? "" : at(name);
    const error = await write(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WriteError);
    expect((error as WriteError).message).toBe(message.replace("PATH", path));
    expect(await readFile(at("file"), "utf8")).toBe("old");
  });

  it.skipIf(process.platform !== "linux")("also where Node's recursive mkdir does not end", async () => {
    const path = "/proc/no-such-folder/below/report.html";
    await expect(write(path)).rejects.toThrow(`cannot write ${path}: no such file or directory (ENOENT)`);
  });
});

it.skipIf(process.platform !== "linux")(
  "a full device is named as such, a pipe without a reader too",
  async () => {
    const full = "cannot write /dev/full: no space left on device (ENOSPC)";
    await expect(writeAtomically("/dev/full", "text")).rejects.toThrow(full);
    execFileSync("mkfifo", [at("pipe")]);
    await expect(writeAtomically(at("pipe"), "text")).rejects.toThrow("(ENXIO)");
  },
);

it("the trial of a path makes its folder and leaves no file", async () => {
  await assertWritable(at("tried/report.json"));
  await assertWritable(at("file"));
  expect(await readdir(at("tried"))).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(["file", "folder", "tried"]);
});

it("calls of makeFolder at the same time do not disturb each other", async () => {
  for (let round = 0; round < 50; round++) {
    const paths = Array.from({ length: 12 }, (_, index) => at(`together-${round}/${index % 3}/${index % 4}`));
    await Promise.all(paths.map(makeFolder));
  }
});

it("makeFolder is content with a folder, and refuses a file", async () => {
  await makeFolder(at("folder"));
  await makeFolder(at("x/y/z"));
  expect(await readdir(at("x/y"))).toEqual(["z"]);
  await expect(makeFolder(at("file"))).rejects.toThrow("EEXIST");
});
