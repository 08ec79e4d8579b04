import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { startHere } from "./cli-context.fixture.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "league-files-"));
  await writeFile(join(folder, "file"), "as it was");
  await mkdir(join(folder, "folder"));
});

test.each([
  ["play --memory", "--html"],
  ["tap --listen 0 --target http://127.0.0.1:9/mcp", "--html"],
  ["tap --listen 0 --target http://127.0.0.1:9/mcp", "--report"],
  ["doctor http://127.0.0.1:9/mcp", "--out"],
])("%s: the file that %s names is checked before the work", async (line, flag) => {
  for (const path of ["file/below", "folder"]) {
    const { context, ended } = startHere([...line.split(" "), flag, path], { folder });
    const { code: status } = await ended;
    expect({ status, printed: context.printed }).toEqual({ status: 6, printed: [] });
    expect(context.errors).toEqual([
      expect.stringMatching(`^WRITE_FAILED: cannot write ${join(folder, path)}: [a-z ()A-Z]+$`),
    ]);
  }
  expect((await readdir(folder)).toSorted()).toEqual(["file", "folder"]);
});
