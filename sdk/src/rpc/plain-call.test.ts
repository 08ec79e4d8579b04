import { expect, test } from "vitest";
import { readPlainCall } from "./plain-call.js";

const limits = { jsonDepth: 8 };

test.each([
  ["7", '{"jsonrpc":"2.0","method":"m","params":{"a":1},"id":7}'],
  ['"x"', '{"jsonrpc":"2.0","method":"m","params":{"a":1},"id":"x"}'],
  ["null", '{"jsonrpc":"2.0","method":"m","params":{"a":1},"id":null}'],
  [null, '{"jsonrpc":"2.0","method":"m","params":{"a":1}}'],
])("a call with the id %s is a plain call", (id, text) => {
  expect(readPlainCall(text, limits)).toEqual({ id, method: "m", params: { a: 1 } });
});

test.each([
  ["a batch", '[{"jsonrpc":"2.0","method":"m","params":{},"id":1}]'],
  ["no JSON", '{"jsonrpc":"2.0","method":"m","params":{},"id":1'],
  ["a repeated key", '{"jsonrpc":"2.0","method":"m","params":{"a":1,"a":2},"id":1}'],
  ["half of a surrogate pair", '{"jsonrpc":"2.0","method":"m","params":{"a":"\\ud800"},"id":1}'],
  ["too deep a nesting", '{"jsonrpc":"2.0","method":"m","params":{"a":[[[[[[[[]]]]]]]]},"id":1}'],
  [
    "an id whose digits a double cannot hold",
    '{"jsonrpc":"2.0","method":"m","params":{},"id":9007199254740993}',
  ],
  ["an invalid id", '{"jsonrpc":"2.0","method":"m","params":{},"id":{}}'],
  ["params by position", '{"jsonrpc":"2.0","method":"m","params":[1],"id":1}'],
  ["no params", '{"jsonrpc":"2.0","method":"m","id":1}'],
  ["no method", '{"jsonrpc":"2.0","params":{},"id":1}'],
  ["another version", '{"jsonrpc":"1.0","method":"m","params":{},"id":1}'],
  ["a bare value", "7"],
])("%s is no plain call", (_, text) => {
  expect(readPlainCall(text, limits)).toBeUndefined();
});
