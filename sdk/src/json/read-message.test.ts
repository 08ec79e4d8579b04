import type { Validator } from "@league-v2/contract";
import { describe, expect, test } from "vitest";
import { all, items, member, properties, types, validatorOf } from "../../../generated/src/checks.js";
import { readMessage } from "./read-message.js";

/** A message as the generated contract describes one. */
const validate = validatorOf<object>(
  all(
    types("object"),
    properties(
      {
        id: types("string"),
        reason: all(types("string"), member("late", "absent")),
        meta: all(types("object"), properties({ note: types("string"), "a/b": types("string") })),
        list: items(types("string", "number")),
        next: types("string", "null"),
      },
      ["id"],
    ),
  ),
);

describe("readMessage", () => {
  test("returns a valid message unchanged, with the nulls that its schema allows", () => {
    const message = { id: "R1M1", next: null };
    const read = readMessage(validate, message);
    expect(read.ok && read.value).toBe(message);
  });

  test("omits nulls in place of absent fields, also nested ones, and does not change its input", () => {
    const message = { id: "R1M1", reason: null, meta: { note: null, points: 1, "a/b": null }, next: null };
    const before = structuredClone(message);
    expect(readMessage(validate, message)).toEqual({
      ok: true,
      value: { id: "R1M1", meta: { points: 1 }, next: null },
    });
    expect(message).toEqual(before);
  });

  test("keeps a member called __proto__ as an own member", () => {
    const message = JSON.parse('{"id":"R1M1","reason":null,"__proto__":{"x":1},"next":null}');
    const read = readMessage(validate, message);
    expect(read.ok && Object.keys(read.value)).toEqual(["id", "__proto__", "next"]);
    expect(read.ok && "x" in read.value).toBe(false);
  });

  test("reports a null in a required field as null, not as missing", () => {
    const read = readMessage(validate, { id: null, reason: null, next: null });
    expect(!read.ok && read.faults.map((one) => one.instancePath)).toEqual(["/id", "/reason", "/reason"]);
  });

  test("omits nothing if there is any other fault", () => {
    const read = readMessage(validate, { id: "R1M1", reason: 7, meta: null, next: null });
    expect(!read.ok && read.faults.map((one) => one.instancePath)).toEqual(["/reason", "/reason", "/meta"]);
  });

  test("never removes items of an array", () => {
    expect(readMessage(validate, { id: "R1M1", list: ["a", null], next: null }).ok).toBe(false);
  });

  test("reports a validator that refuses without an error", () => {
    const silent: Validator<string> = (_data): _data is string => false;
    expect(readMessage(silent, null)).toEqual({ ok: false, faults: [] });
  });
});
