/** The faults of validation libraries, by the kind of the fault. */
import { expect, it } from "vitest";
import { validationErrors } from "./validation-errors.js";

const at = (type: string, msg: string, more: object = {}) => ({
  detail: [{ type, loc: ["body", "params", "opponent_id"], msg, input: { opponent_id: "P02" }, ...more }],
});
const pointer = "/opponent_id";

it.each([
  [at("missing", "Field required"), { pointer, required: true }],
  [at("int_parsing", "Input should be a valid integer"), { pointer, required: false, kind: "number" }],
  [at("int_type", "Input should be a valid integer"), { pointer, required: false, kind: "number" }],
  [at("type_error.integer", "value is not a valid integer"), { pointer, required: false, kind: "number" }],
  [at("string_type", "Input should be a valid string"), { pointer, required: false, kind: "text" }],
  [at("literal_error", "Input should be 'A' or 'B'"), { pointer, required: false, allowed: ["A", "B"] }],
  [at("enum", "Input should be 'a', 'b' or 'c'"), { pointer, required: false, allowed: ["a", "b", "c"] }],
  [
    at("string_pattern_mismatch", "String should match pattern '^p:.+$'", { ctx: { pattern: "^p:.+$" } }),
    { pointer, required: false, format: "p:{id}" },
  ],
  [at("uuid_parsing", "Input should be a valid UUID"), { pointer, required: false, format: "uuid" }],
  [
    { issues: [{ code: "invalid_type", expected: "number", received: "string", path: ["opponent_id"] }] },
    { pointer, required: false, kind: "number" },
  ],
  [
    { issues: [{ code: "invalid_type", path: ["opponent_id"], message: "Required" }] },
    { pointer, required: true },
  ],
  [
    "1 validation error for X\nopponent_id\n  Input should be a valid integer [type=int_parsing, input_value='P02']",
    { pointer, required: false, kind: "number" },
  ],
  [
    String.raw`1 validation error for X
opponent_id
  String should match pattern '^p-\d+$' [type=string_pattern_mismatch, input_value='P02']`,
    { pointer, required: false, format: "p-{number}" },
  ],
])("%j is about the member", (answer, member) => {
  expect(validationErrors(answer)).toEqual({ members: [member], unwanted: [] });
});

it.each([
  at("extra_forbidden", "Extra inputs are not permitted"),
  "1 validation error for X\nopponent_id\n  Extra inputs are not permitted [type=extra_forbidden]",
])("%j refuses the member", (answer) => {
  expect(validationErrors(answer)).toEqual({ members: [], unwanted: [pointer] });
});

it("a fault of the whole body names no member, and repeated parts of the request are ignored", () => {
  const input = { text: "opponent_id\n  Field required" };
  const fault = { type: "value_error", loc: ["body"], msg: "Value error, required", input };
  expect(validationErrors({ detail: [fault] })).toEqual({ members: [], unwanted: [] });
});
