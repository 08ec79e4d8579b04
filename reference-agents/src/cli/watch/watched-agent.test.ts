import { expect, it } from "vitest";
import { isForViewer } from "./watched-agent.js";

const browser = { accept: "text/html,application/xhtml+xml" };

it.each([
  ["the page for a browser", "GET", "/", browser, true],
  ["the page with a query", "GET", "/?x=1", browser, true],
  ["an agent that asks what is there", "GET", "/", { accept: "application/json" }, false],
  ["a program that accepts anything", "GET", "/", { accept: "*/*" }, true],
  ["a program without identifying headers", "GET", "/", undefined, true],
  ["a link checker", "HEAD", "/", undefined, true],
  ["the events", "GET", "/events", undefined, true],
  ["a browser that writes", "POST", "/", browser, false],
  ["a write to the events", "POST", "/events", browser, false],
  ["a message of the league", "POST", "/mcp", undefined, false],
  ["another page", "GET", "/mcp", browser, false],
] as const)("%s", (_what, method, path, headers, expected) => {
  const request = {
    method,
    path,
    contentType: null,
    body: "",
    ...(headers === undefined ? {} : { headers }),
  };
  expect(isForViewer(request)).toBe(expected);
});
