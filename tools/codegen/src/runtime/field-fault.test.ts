import { expect, test } from "vitest";
import { withFault } from "./field-fault.js";

const fault = { label: "", keyword: "" };
const message = { id: "R1M1", list: [{ rank: 1 }], map: { P01: "even" } };

test("sets a value in a copy, and does not change the message", () => {
  expect(withFault(message, { ...fault, pointer: "/list/0/rank", set: 0 })).toEqual({
    ...message,
    list: [{ rank: 0 }],
  });
  expect(message.list).toEqual([{ rank: 1 }]);
});

test("removes a field", () => {
  const { id: _, ...rest } = message;
  expect(withFault(message, { ...fault, pointer: "/id", remove: true })).toEqual(rest);
});

test("replaces the whole message", () => {
  expect(withFault(message, { ...fault, pointer: "", set: [] })).toEqual([]);
});

test.each(["/unknown/x", "/list/1", "/id/x"])("%s is no place of the message", (pointer) => {
  expect(withFault(message, { ...fault, pointer, set: 0 })).toBeUndefined();
});

test("returns undefined for the removal of a missing field", () => {
  expect(withFault(message, { ...fault, pointer: "/unknown", remove: true })).toBeUndefined();
});

test("__proto__ becomes an own field and pollutes nothing", () => {
  const made = withFault(message, { ...fault, pointer: "/__proto__", set: { polluted: true } });
  expect(Object.hasOwn(made as object, "__proto__")).toBe(true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
