import { describe, expect, test } from "vitest";
import { readMessage } from "./read-message.js";
import type { RawFault, Validator } from "./validator.js";

interface Reply {
  id: string;
  reason?: string;
  meta?: { note?: string; points?: number };
  list?: (string | number)[];
  next: string | null;
}

const fault = (instancePath: string, keyword: string, expected?: unknown): RawFault => ({
  instancePath,
  keyword,
  expected,
});

/** A hand-written validator that reports all faults, as a generated one does. */
const validate: Validator<Reply> = (data): data is Reply => {
  const faults: RawFault[] = [];
  const message = data as Record<string, unknown>;
  if (!("id" in message)) faults.push(fault("", "required", "id"));
  else if (typeof message.id !== "string") faults.push(fault("/id", "type"));
  if ("reason" in message && typeof message.reason !== "string") {
    faults.push(fault("/reason", "type"), fault("/reason", "enum"));
  }
  const { meta } = message as { meta?: Record<string, unknown> | null };
  if (meta === null) faults.push(fault("/meta", "type"));
  if (meta && "note" in meta && typeof meta.note !== "string") faults.push(fault("/meta/note", "type"));
  if (meta && "a/b" in meta) faults.push(fault("/meta/a~1b", "type"));
  const { list } = message as { list?: unknown[] };
  list?.forEach((item, i) => {
    if (item === null) faults.push(fault(`/list/${i}`, "type"));
  });
  validate.errors = faults;
  return faults.length === 0;
};

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
