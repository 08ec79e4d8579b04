/** The exported contract tests find what is wrong in a store, and need no particular test runner. */
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../src/manager/store/memory-store.js";
import type { RecordedResult, Recording } from "../src/manager/store/store.js";
import { modelContract } from "../src/testing/contract-tests/model-based.fixture.js";
import {
  matchJournalContract,
  registrationStoreContract,
  storeContract,
  type TestFunctions,
} from "../src/testing/index.js";
import { MemoryJournal, MemoryRegistrationStore } from "./peers/memory-stores.js";

class Forgetful extends MemoryStore {
  override async record(result: RecordedResult): Promise<Recording> {
    await super.record(result);
    return "recorded";
  }
}

/** What every process of one agent opens. */
const shared = <Place>(make: () => Place) => {
  return async () => {
    const place = make();
    return () => place;
  };
};

it.each<[string, (test: TestFunctions) => void, string[]]>([
  ["a store", (test) => storeContract(test, async () => new MemoryStore()), []],
  [
    "a store that counts twice",
    (test) => storeContract(test, async () => new Forgetful()),
    ["counts a result once", "counts one of two concurrent reports"],
  ],
  [
    "a registration",
    (test) =>
      registrationStoreContract(
        test,
        shared(() => new MemoryRegistrationStore()),
      ),
    [],
  ],
  [
    "a registration that the next process does not find",
    (test) => registrationStoreContract(test, async () => () => new MemoryRegistrationStore()),
    ["has the registration that was saved last, also for the next process"],
  ],
  [
    "a journal that knows a match by its id alone",
    (test) =>
      matchJournalContract(
        test,
        shared(() => new MemoryJournal()),
      ),
    [
      "has each match in its newest state, also for the next process",
      "removes one match of one league, and any number of times",
    ],
  ],
])("the contract of %s fails in these tests", async (_what, declare, failing) => {
  const declared: [string, () => Promise<void>][] = [];
  declare({ it: (name, run) => declared.push([name, run]), expect: (actual) => expect(actual) });
  const outcomes = await Promise.allSettled(declared.map(([, run]) => run()));
  const failed = declared.filter((_, index) => outcomes[index]?.status === "rejected");
  expect(failed.map(([name]) => name)).toEqual(failing);
  expect(declared.length).toBeGreaterThan(1);
});

describe("MemoryStore", () => {
  const open = async () => new MemoryStore();
  storeContract({ it, expect }, open);
  modelContract(open, 200);
});
