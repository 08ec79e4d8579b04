import { expect, test } from "vitest";
import { explain } from "./explain.js";
import { mostSimilar } from "./similar.js";
import type { RawFault } from "./validator.js";

const at = (instancePath: string, keyword: string, expected: unknown): RawFault => ({
  instancePath,
  keyword,
  expected,
});
const parity = at("/parity_choice", "enum", ["even", "odd"]);
const only = (fault: RawFault, data: unknown) => explain([fault], data)[0];

test("a misspelt value is reported with the intended one", () => {
  expect(only(parity, { parity_choice: "evn" })).toEqual({
    pointer: "/parity_choice",
    keyword: "enum",
    expected: '"even", "odd"',
    received: '"evn"',
    message: '/parity_choice is "evn"; allowed: "even", "odd". Did you mean "even"?',
    hint: 'Did you mean "even"?',
  });
});

test("a value that is not similar to the allowed ones has no hint", () => {
  expect(only(parity, { parity_choice: "banana" })?.hint).toBeUndefined();
});

test("a missing field is reported at its place, with a similar name in the message", () => {
  const violation = only(at("", "required", "match_id"), { matchId: "R1M1" });
  expect(violation?.pointer).toBe("/match_id");
  expect(violation?.message).toBe(
    '/match_id is missing; expected a value. There is "matchId": did you mean "match_id"?',
  );
});

test("a sibling that differs in one letter is another field, not a misspelling", () => {
  const fault = at("", "required", "player_A_id");
  expect(only(fault, { player_B_id: "P02" })?.hint).toBeUndefined();
});

test("a number in quotes has a hint", () => {
  expect(only(at("/rank", "type", "integer"), { rank: "1" })?.message).toBe(
    '/rank is "1" (a string); expected an integer. Write the number without quotes.',
  );
});

test("a wrong type is reported together with the allowed values", () => {
  const faults = [at("/parity_choice", "type", "string"), parity];
  expect(explain(faults, { parity_choice: 2 }).map((violation) => violation.message)).toEqual([
    '/parity_choice is 2 (a number); expected "even", "odd".',
  ]);
});

test("a local time has a hint to use UTC", () => {
  const fault = at("/timestamp", "pattern", "^…$");
  expect(only(fault, { timestamp: "2025-01-15T10:30:00+02:00" })?.hint).toBe(
    "Give the time in UTC, ending in Z.",
  );
});

test("a token is never shown, at any place", () => {
  const secret = "s3cret";
  const fault = at("/a/auth_token", "minLength", 99);
  const text = JSON.stringify(only(fault, { a: { auth_token: secret } }));
  expect(text).not.toContain(secret);
  expect(text).toContain("(hidden)");
});

test("the content of an object or list is never shown", () => {
  const fault = at("/x", "type", "string");
  expect(JSON.stringify(only(fault, { x: { auth_token: "s3cret" } }))).not.toContain("s3cret");
});

test.each([["x".repeat(100_000)], ["\ud83d".repeat(500)], ["😀".repeat(200)]])(
  "at most 60 characters of a value are repeated, and no half of one",
  (long) => {
    const violation = only(at("/x", "pattern", "^a$"), { x: long });
    expect(violation?.received.length).toBeLessThanOrEqual(62);
    expect(violation?.message.isWellFormed()).toBe(true);
  },
);

test("a long unknown key is shortened in the report", () => {
  const key = "k".repeat(100_000);
  const fault = at(`/choices/${key}`, "type", "string");
  expect(JSON.stringify(only(fault, { choices: { [key]: 1 } })).length).toBeLessThan(1000);
});

test("of a thousand faults, the first twenty places are reported, each once", () => {
  const faults = Array.from({ length: 1000 }, (_, i) => at(`/list/${i >> 1}`, "type", "string"));
  const reported = explain(faults, { list: [] });
  expect(reported).toHaveLength(20);
  expect(new Set(reported.map(({ pointer }) => pointer)).size).toBe(20);
});

test("if no alternative matches, the faults of the alternatives are left out", () => {
  const faults = [at("/data/a", "required", "b"), at("/data", "oneOf", null)];
  expect(explain(faults, { data: { a: {} } }).map(({ keyword }) => keyword)).toEqual(["oneOf"]);
});

test("keys of a pointer are unescaped to find the value", () => {
  const fault = at("/a~1b/c~0d", "type", "string");
  expect(only(fault, { "a/b": { "c~d": 7 } })?.received).toBe("7");
});

test("a pattern without a description is shown itself", () => {
  const fault = at("/id", "pattern", "^[a-z]$");
  expect(only(fault, { id: "7" })?.message).toBe('/id is "7"; expected text that matches ^[a-z]$.');
});

const known = ["even", "odd", "players", "referees", "max_matches"];

test.each([
  ["evn", "even"],
  ["EVEN", "even"],
  ["od", "odd"],
  ["player", "players"],
  ["maxMatches", "max_matches"],
  ["max-match", "max_matches"],
  ["refrees", "referees"],
])("%s means %s", (written, meant) => {
  expect(mostSimilar(written, known)).toBe(meant);
});

test.each(["banana", "colour", "", "e"])("%j is not similar to a candidate", (written) => {
  expect(mostSimilar(written, known)).toBeUndefined();
});

test("a very long text is compared by its beginning only", () => {
  expect(mostSimilar("x".repeat(1_000_000), known)).toBeUndefined();
});
