import { mkdir, mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { writeAtomically } from "./write-atomically.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "league-files-"));
});

describe("writing atomically", () => {
  it("makes folders and leaves no temporary file", async () => {
    await writeAtomically(join(folder, "a/b/file.json"), "one");
    await writeAtomically(join(folder, "a/b/file.json"), "two");
    expect(await readFile(join(folder, "a/b/file.json"), "utf8")).toBe("two");
    expect(await readdir(join(folder, "a/b"))).toEqual(["file.json"]);
  });

  it("never lets a reader see a partly written file", async () => {
    const path = join(folder, "file");
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

  it("leaves the old file and no temporary file when it fails", async () => {
    const path = join(folder, "taken");
    await mkdir(join(path, "by a folder"), { recursive: true });
    await expect(writeAtomically(path, "text")).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["taken"]);
  });
});
