import fc from "fast-check";
import { expect, test } from "vitest";
import { carriedHeaders, carriesNothing } from "./carried-headers.js";

const names = [
  "authorization",
  "content-encoding",
  "mcp-protocol-version",
  "origin",
  "traceparent",
  "tracestate",
];
const others = ["accept", "content-type", "last-event-id", "authorizations", "host"];

test("a POST carries nothing exactly if it has none of the carried headers", () => {
  const headers = fc.dictionary(fc.constantFrom(...names, ...others), fc.string(), { noNullPrototype: true });
  fc.assert(
    fc.property(headers, (given) => {
      const carried = carriedHeaders((name) => given[name], "POST");
      expect(carriesNothing(given)).toBe(carried === undefined);
    }),
  );
});

test.each(names)("a POST with %s alone carries it", (name) => {
  const headers = { [name]: "x" };
  expect(carriesNothing(headers)).toBe(false);
  expect(carriedHeaders((read) => (read === name ? "x" : undefined), "POST")).toEqual(headers);
});
