import { expect, test } from "vitest";
import { TargetCache } from "./target.js";

test.each([
  [
    "http://127.0.0.1:8101/mcp?x=1",
    { host: "127.0.0.1", isAddress: true, servername: "", origin: "127.0.0.1:8101" },
  ],
  ["http://[::1]:8101/mcp", { host: "::1", isAddress: true, servername: "", origin: "::1:8101" }],
  [
    "https://Play.Example/mcp",
    { host: "play.example", isAddress: false, servername: "play.example", origin: "play.example:" },
  ],
])("the target of %s", (url, { host, isAddress, servername, origin }) => {
  const target = new TargetCache().get(url);
  expect(target).toMatchObject({ host, isAddress, options: { host, servername, origin } });
  expect(target.secure).toBe(url.startsWith("https:"));
});

test("is parsed once", () => {
  const targets = new TargetCache();
  expect(targets.get("http://a.example/mcp")).toBe(targets.get("http://a.example/mcp"));
});

test("paths of one server have one origin, its ports have others", () => {
  const targets = new TargetCache();
  const originOf = (url: string) => targets.get(url).options.origin;
  expect(originOf("http://a.example:1/mcp")).toBe(originOf("http://a.example:1/health"));
  expect(originOf("http://a.example:1/mcp")).not.toBe(originOf("http://a.example:2/mcp"));
});
