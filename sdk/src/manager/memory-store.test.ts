import { describe } from "vitest";
import { MemoryStore } from "./memory-store.js";
import { storeLaws } from "./store-laws/store-laws.fixture.js";

describe("MemoryStore", () => {
  storeLaws(async () => new MemoryStore());
});
