/** The exported contract tests find what is wrong in a store, and need no particular test runner. */
import { expect, it as test } from "vitest";
import { MemoryStore } from "../src/manager/memory-store.js";
import type { RecordedResult, Recording } from "../src/manager/store.js";
import {
  matchJournalContract,
  registrationStoreContract,
  storeContract,
  type TestFunctions,
} from "../src/testing/index.js";
import { MemoryJournal } from "./peers/memory-journal.js";
import { MemoryRegistrationStore } from "./peers/memory-registration-store.js";

/** The names of the tests that fail. */
async function failing(declare: (test: TestFunctions) => void): Promise<string[]> {
  const declared: [string, () => Promise<void>][] = [];
  declare({ it: (name, run) => declared.push([name, run]), expect: (actual) => expect(actual) });
  const failed = await Promise.all(
    declared.map(([name, run]) =>
      run().then(
        () => [],
        () => [name],
      ),
    ),
  );
  expect(declared.length).toBeGreaterThan(1);
  return failed.flat();
}

class Forgetful extends MemoryStore {
  override async record(result: RecordedResult): Promise<Recording> {
    await super.record(result);
    return "recorded";
  }
}

test("of a store", async () => {
  expect(await failing((test) => storeContract(test, async () => new MemoryStore()))).toEqual([]);
  const failed = await failing((test) => storeContract(test, async () => new Forgetful()));
  expect(failed).toContain("counts a result once");
});

test("of a registration", async () => {
  const right = async () => {
    const kept = new MemoryRegistrationStore();
    return () => kept;
  };
  expect(await failing((test) => registrationStoreContract(test, right))).toEqual([]);
  const forgetful = async () => () => new MemoryRegistrationStore();
  expect(await failing((test) => registrationStoreContract(test, forgetful))).toEqual([
    "has the registration that was saved last, also for the next process",
  ]);
});

test("of a journal", async () => {
  const right = async () => {
    const journal = new MemoryJournal();
    return () => journal;
  };
  // This one knows a match by its id alone.
  expect(await failing((test) => matchJournalContract(test, right))).toEqual([
    "has each match in its newest state, also for the next process",
    "removes one match of one league, and any number of times",
  ]);
});
