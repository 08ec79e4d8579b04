import { expect, it } from "vitest";
import { member } from "../testing/contract-tests/samples.js";
import { Acknowledgements } from "./acknowledgements.js";
import { MemoryStore } from "./memory-store.js";

it("each acknowledgement is stored before it resolves; those that arrive during a write are stored together", async () => {
  const writes: (readonly string[])[] = [];
  const waiting: (() => void)[] = [];
  const store = new MemoryStore();
  const write = store.acknowledge.bind(store);
  store.acknowledge = async (announcement, ids) => {
    writes.push(ids);
    await new Promise<void>((resolve) => waiting.push(resolve));
    await write(announcement, ids);
  };
  const known = await Acknowledgements.of("round-1", store);
  const added = ["P01", "P02", "P03"].map((id) => known.add(member(id)));
  expect(writes).toEqual([["P01"]]);
  waiting.shift()?.();
  await new Promise(setImmediate);
  expect(writes).toEqual([["P01"], ["P02", "P03"]]);
  expect(await store.acknowledged("round-1")).toEqual(new Set(["P01"]));
  waiting.shift()?.();
  await Promise.all(added);
  expect(await store.acknowledged("round-1")).toEqual(new Set(["P01", "P02", "P03"]));
  expect(known.has(member("P02"))).toBe(true);
  const again = known.add(member("P04"));
  expect(writes.at(-1)).toEqual(["P04"]);
  waiting.shift()?.();
  await again;
});

it("the acknowledgements of an earlier run are loaded", async () => {
  const store = new MemoryStore();
  await store.acknowledge("round-1", ["P02"]);
  const known = await Acknowledgements.of("round-1", store);
  expect(["P01", "P02"].map((id) => known.has(member(id)))).toEqual([false, true]);
});
