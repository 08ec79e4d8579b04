import { describe, expect, it } from "vitest";
import { WriteBehind } from "./write-behind.js";

/** A disk on which each write lasts until the test ends it. */
function slowDisk() {
  const writes: { path: string; text: string; end: (error?: Error) => void }[] = [];
  const write = (path: string, text: string) =>
    new Promise<void>((resolve, reject) => {
      writes.push({ path, text, end: (error) => (error ? reject(error) : resolve()) });
    });
  return { writes, write };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("write-behind", () => {
  it("skips versions that are replaced while an older one is written", async () => {
    const { writes, write } = slowDisk();
    const files = new WriteBehind({ write });
    for (const version of [1, 2, 3]) files.put("a", () => version);
    writes[0]?.end();
    await turn();
    expect(writes.map(({ text }) => text)).toEqual(["1\n", "3\n"]);
  });

  it("resolves when a version is written, or a newer one in its place", async () => {
    const { writes, write } = slowDisk();
    const files = new WriteBehind({ write });
    const written: number[] = [];
    for (const version of [1, 2, 3]) void files.put("a", () => version).then(() => written.push(version));
    writes[0]?.end();
    await turn();
    expect(written).toEqual([1]);
    writes[1]?.end();
    await turn();
    expect(written).toEqual([1, 2, 3]);
  });

  it("writes several files at the same time, but each file only once", async () => {
    const { writes, write } = slowDisk();
    const files = new WriteBehind({ write });
    for (const path of ["a", "a", "b", "c", "d", "e"]) files.put(path, () => path);
    expect(writes.map(({ path }) => path)).toEqual(["a", "b", "c", "d"]);
    writes[0]?.end();
    await turn();
    expect(writes.map(({ path }) => path)).toEqual(["a", "b", "c", "d", "a"]);
  });

  it("drains when the last write has ended, and at once when there is none", async () => {
    const { writes, write } = slowDisk();
    const files = new WriteBehind({ write });
    await files.drain();
    files.put("a", () => 1);
    files.put("a", () => 2);
    let drained = false;
    const draining = files.drain().then(() => {
      drained = true;
    });
    writes[0]?.end();
    await turn();
    expect(drained).toBe(false);
    writes[1]?.end();
    await draining;
  });

  it("continues after a failure, and reports it until the file is written", async () => {
    const { writes, write } = slowDisk();
    const failed: string[] = [];
    const files = new WriteBehind({ write, onError: (path) => failed.push(path) });
    files.put("a", () => 1);
    writes[0]?.end(new Error("disk full"));
    await files.drain();
    expect(failed).toEqual(["a"]);
    expect([...files.failed]).toEqual([["a", new Error("disk full")]]);
    files.put("a", () => 2);
    writes[1]?.end();
    await files.drain();
    expect(files.failed.size).toBe(0);
  });

  it("reports a value that cannot be made as a failure", async () => {
    const files = new WriteBehind({ write: async () => {} });
    files.put("a", () => {
      throw new Error("no value");
    });
    await files.drain();
    expect([...files.failed.keys()]).toEqual(["a"]);
  });
});
