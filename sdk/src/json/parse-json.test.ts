import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./parse-json.js";

const limits = { jsonDepth: 64 };
const bytes = (...values: number[]) => Uint8Array.from(values);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe("parseJson accepts", () => {
  test("all that JSON.parse accepts, as long as no key is repeated, as text and as bytes", () => {
    const spaced = fc.record({ value: fc.jsonValue({ maxDepth: 8 }), indent: fc.nat(4) });
    fc.assert(
      fc.property(spaced, ({ value, indent }) => {
        const text = JSON.stringify(value, null, indent);
        const expected = { ok: true, value: JSON.parse(text) };
        expect(parseJson(text, limits)).toEqual(expected);
        expect(parseJson(utf8(text), limits)).toEqual(expected);
      }),
    );
  });

  test.each([
    ["colons, quotes and brackets inside strings", '{"a":":\\"[{","b:":"\\\\"}'],
    ["strings that begin with a colon, or have one after white space", '{"a":":","b":[": :",":"]}'],
    ["one key in several objects", '[{"a":1},{"a":{"a":1}}]'],
    ["a surrogate pair, raw and escaped", '["😀","\\ud83d\\ude00"]'],
    ["an escaped backslash before ud83d", '["\\\\ud83d"]'],
    ["white space of every kind", ' \t\r\n{ "a" : [ ] }\n'],
  ])("%s", (_name, text) => {
    expect(parseJson(text, limits)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test("members with the names of prototype members, as own members", () => {
    const parsed = parseJson('{"__proto__":{"admin":true},"constructor":1,"toString":2}', limits);
    const value = parsed.ok ? (parsed.value as object) : {};
    expect(Object.keys(value)).toEqual(["__proto__", "constructor", "toString"]);
    expect("admin" in value).toBe(false);
    expect("admin" in {}).toBe(false);
  });
});

describe("parseJson refuses", () => {
  test.each([
    ["nothing", ""],
    ["an unfinished text", '{"a":'],
    ["something after the value", "{} {}"],
    ["NaN", '{"a":NaN}'],
    ["a trailing comma", "[1,]"],
    ["single quotes", "{'a':1}"],
    ["a comment", "/* */ 1"],
    ["a byte order mark", "\ufeff{}"],
    ["a control character in a string", '"\n"'],
    ["endless opening brackets", "[".repeat(100_000)],
  ])("%s, as a syntax fault", (_name, text) => {
    expect(parseJson(text, limits)).toMatchObject({ ok: false, fault: { kind: "syntax" } });
    expect(parseJson(utf8(text), limits)).toMatchObject({ ok: false, fault: { kind: "syntax" } });
  });

  test.each([
    ["an overlong encoding", bytes(0x22, 0xc0, 0xaf, 0x22)],
    ["half a character", bytes(0x22, 0xe2, 0x82, 0x22)],
    ["a surrogate in UTF-8", bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ["UTF-16", bytes(0x7b, 0x00, 0x7d, 0x00)],
    ["Latin-1", bytes(0x22, 0xe9, 0x22)],
  ])("%s, as a syntax fault", (_name, input) => {
    expect(parseJson(input, limits)).toMatchObject({ ok: false, fault: { kind: "syntax" } });
  });

  test.each([
    ['["\\ud83d"]', "/0"],
    ['{"a":{"b":["x","\\uDE00!"]}}', "/a/b/1"],
    ['{"a":{"\\ud800":1}}', "/a/\ud800"],
    ['["\ud83d"]', "/0"],
  ])("the lone surrogate in %j, with its pointer", (text, pointer) => {
    expect(parseJson(text, limits)).toMatchObject({ ok: false, fault: { kind: "syntax", pointer } });
  });

  test.each([
    ['{"a":1,"a":1}', "/a"],
    ['{"a":1,"b":{"c":[0,{"d":1,"e":2,"d":3}]}}', "/b/c/1/d"],
    ['{"a":1,"\\u0061":2}', "/a"],
    ['{"__proto__":1,"__proto__":2}', "/__proto__"],
    ['{"":1,"":2}', "/"],
    ['{"a/b~c":1,"a/b~c":2}', "/a~1b~0c"],
    ['{"a":{"x":1},"a":{"y":1,"z":2}}', "/a"],
    ['{"1":1,"1":2}', "/1"],
    ['{"a":1,"a" :2}', "/a"],
    ['{"a":1,"a"\n:":"}', "/a"],
    ['{"a":":","b":1,"a" :2}', "/a"],
  ])("the repeated key in %s, with its pointer", (text, pointer) => {
    expect(parseJson(text, limits)).toMatchObject({ ok: false, fault: { kind: "duplicate_key", pointer } });
  });

  test("every text with a repeated key", () => {
    const member = fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 2 }));
    const body = fc.record({ members: fc.array(member, { minLength: 1, maxLength: 6 }), again: fc.nat(5) });
    fc.assert(
      fc.property(body, ({ members, again }) => {
        const doubled = [...members, members[again % members.length] ?? ["", null]];
        const text = doubled
          .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
          .join(",");
        expect(parseJson(`[{${text}}]`, limits)).toMatchObject({
          ok: false,
          fault: { kind: "duplicate_key" },
        });
      }),
    );
  });

  test("nesting above the limit, but not at the limit", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(parseJson(nested(64), limits).ok).toBe(true);
    expect(parseJson(nested(65), limits)).toMatchObject({ ok: false, fault: { kind: "depth" } });
    expect(parseJson(nested(100_000), limits)).toMatchObject({ ok: false, fault: { kind: "depth" } });
    expect(parseJson(`{"a":${nested(64)}}`, limits)).toMatchObject({ ok: false, fault: { kind: "depth" } });
    expect(parseJson(JSON.stringify("[".repeat(100)), limits).ok).toBe(true);
  });
});

test("a property that was added to Object.prototype is not a member of a parsed message", () => {
  const prototype = Object.prototype as { added?: string };
  prototype.added = "by a library";
  try {
    expect(parseJson('{"a":{"b":1}}', limits)).toEqual({ ok: true, value: { a: { b: 1 } } });
  } finally {
    delete prototype.added;
  }
});

test("parseJson never throws, for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (input) => {
      expect(typeof parseJson(input, limits).ok).toBe("boolean");
    }),
  );
});
