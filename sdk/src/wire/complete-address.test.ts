import { expect, it } from "vitest";
import { completeAddress } from "./complete-address.js";

it.each([
  ["http://localhost:8101", "http://localhost:8101/mcp"],
  ["https://agents.example", "https://agents.example/mcp"],
  ["http://localhost:8101/", "http://localhost:8101/"],
  ["http://localhost:8101/agent", "http://localhost:8101/agent"],
  ["localhost", "localhost"],
])("the address %s is completed to %s", (address, complete) => {
  expect(completeAddress(address)).toBe(complete);
});
