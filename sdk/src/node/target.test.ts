import { expect, test } from "vitest";
import { parseTarget } from "./target.js";

test.each([
  ["http://127.0.0.1:8101/mcp?x=1", { secure: false, host: "127.0.0.1", isAddress: true }],
  ["http://[::1]:8101/mcp", { secure: false, host: "::1", isAddress: true }],
  ["https://Play.Example/mcp", { secure: true, host: "play.example", isAddress: false }],
])("the target of %s", (url, expected) => {
  expect(parseTarget(url)).toMatchObject(expected);
});
