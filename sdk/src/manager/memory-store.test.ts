import { describe } from "vitest";
import { MemoryStore } from "./memory-store.js";
import { storeContract } from "./store-contract/store-contract.fixture.js";

describe("MemoryStore", () => {
  storeContract(async () => new MemoryStore());
});
