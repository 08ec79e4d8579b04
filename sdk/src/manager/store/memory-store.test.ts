import { describe, expect, it } from "vitest";
import { modelContract } from "../../testing/contract-tests/model-based.fixture.js";
import { storeContract } from "../../testing/contract-tests/store-contract.js";
import { MemoryStore } from "./memory-store.js";

describe("MemoryStore", () => {
  const open = async () => new MemoryStore();
  storeContract({ it, expect }, open);
  modelContract(open, 200);
});
