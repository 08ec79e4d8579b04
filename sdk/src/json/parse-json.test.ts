import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rawNumbers } from "./json-scan.js";
import { parseJson } from "./parse-json.js";
import { fromPointer, toPointer } from "./pointer.js";

const limits = { jsonDepth: 64 };
const utf8 = (text: string) => new TextEncoder().encode(text);
/** What is made of a text, and of its bytes. */
const both = (text: string) => [parseJson(text, limits), parseJson(utf8(text), limits)];
const fault = (kind: string, pointer?: string) => ({
  ok: false,
  fault: { kind, ...(pointer === undefined ? {} : { pointer }) },
});

describe("parseJson accepts", () => {
  test("all that JSON.parse accepts, as long as no key is repeated", () => {
    const spaced = fc.record({ value: fc.jsonValue({ maxDepth: 8 }), indent: fc.nat(4) });
    fc.assert(
      fc.property(spaced, ({ value, indent }) => {
        const text = JSON.stringify(value, null, indent);
        for (const parsed of both(text)) expect(parsed).toEqual({ ok: true, value: JSON.parse(text) });
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

  test("members with the names of prototype members as own members, and none that a library has added", () => {
    const prototype = Object.prototype as { added?: string };
    prototype.added = "by a library";
    try {
      expect(parseJson('{"a":{"b":1}}', limits)).toEqual({ ok: true, value: { a: { b: 1 } } });
    } finally {
      delete prototype.added;
    }
    const parsed = parseJson('{"__proto__":{"admin":true},"constructor":1,"toString":2}', limits);
    const value = parsed.ok ? (parsed.value as object) : {};
    expect(Object.keys(value)).toEqual(["__proto__", "constructor", "toString"]);
    expect(["admin" in value, "admin" in {}]).toEqual([false, false]);
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
    for (const parsed of both(text)) expect(parsed).toMatchObject(fault("syntax"));
  });

  test.each([
    ["an overlong encoding", [0x22, 0xc0, 0xaf, 0x22]],
    ["half a character", [0x22, 0xe2, 0x82, 0x22]],
    ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["UTF-16", [0x7b, 0x00, 0x7d, 0x00]],
    ["Latin-1", [0x22, 0xe9, 0x22]],
  ])("the bytes of %s, as a syntax fault", (_name, bytes) => {
    expect(parseJson(Uint8Array.from(bytes), limits)).toMatchObject(fault("syntax"));
  });

  test.each([
    ['["\\ud83d"]', "/0"],
    ['{"a":{"b":["x","\\uDE00!"]}}', "/a/b/1"],
    ['{"a":{"\\ud800":1}}', "/a/\ud800"],
    ['["\ud83d"]', "/0"],
  ])("the lone surrogate in %j, with its pointer", (text, pointer) => {
    expect(parseJson(text, limits)).toMatchObject(fault("syntax", pointer));
  });

  test.each([
    ['{"a":1,"b":{"c":[0,{"d":1,"e":2,"d":3}]}}', "/b/c/1/d"],
    ['{"a":1,"\\u0061":2}', "/a"],
    ['{"__proto__":1,"__proto__":2}', "/__proto__"],
    ['{"a/b~c":1,"a/b~c":2}', "/a~1b~0c"],
    ['{"a":1,"a"\n:":"}', "/a"],
    ['{"a":":","b":1,"a" :2}', "/a"],
  ])("the repeated key in %s, with its pointer", (text, pointer) => {
    expect(parseJson(text, limits)).toMatchObject(fault("duplicate_key", pointer));
  });

  test("every text with a repeated key, with its pointer", () => {
    const member = fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 2 }));
    const members = fc.uniqueArray(member, { minLength: 1, maxLength: 6, selector: ([key]) => key });
    fc.assert(
      fc.property(members, fc.nat(5), (members, again) => {
        const [key, value] = members[again % members.length] ?? ["", null];
        const texts = [...members, [key, value] as const].map(
          ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
        );
        const pointer = toPointer([0, key]);
        expect(parseJson(`[{${texts.join(",")}}]`, limits)).toMatchObject(fault("duplicate_key", pointer));
      }),
    );
  });

  test("nesting above the limit, but not at the limit", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    for (const text of [nested(64), JSON.stringify("[".repeat(100))])
      expect(parseJson(text, limits).ok).toBe(true);
    for (const text of [nested(65), nested(100_000), `{"a":${nested(64)}}`])
      expect(parseJson(text, limits)).toMatchObject(fault("depth"));
  });

  test("bytes without throwing, for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (input) => {
        expect(typeof parseJson(input, limits).ok).toBe("boolean");
      }),
    );
  });
});

describe("rawNumbers", () => {
  test.each([
    ['{"jsonrpc":"2.0", "id" : 1.50e300 }', "/id", "1.50e300"],
    ['[1, {"id":-0.10}, {"id":3}]', "/1/id", "-0.10"],
    ['{"a":"]},7","b":{"id":[0],"c\\"d":8}}', '/b/c"d', "8"],
    ['{"a":1}', "/id", undefined],
    ['{"id":"7"}', "/id", undefined],
    ["12345678901234567890", "", "12345678901234567890"],
  ])("of %s at %s is %s", (text, pointer, raw) => {
    expect(rawNumbers(text, pointer.split("/").length - 1)(pointer)).toBe(raw);
  });

  test("are where JSON.parse finds them", () => {
    const object = fc.dictionary(
      fc.string(),
      fc.oneof(fc.integer(), fc.double(), fc.jsonValue({ maxDepth: 3 })),
    );
    fc.assert(
      fc.property(object, fc.nat(3), (members, indent) => {
        const text = JSON.stringify(members, null, indent);
        const rawNumberAt = rawNumbers(text, 1);
        for (const [key, value] of Object.entries(JSON.parse(text)))
          expect(JSON.parse(rawNumberAt(toPointer([key])) ?? "null")).toEqual(
            typeof value === "number" ? value : null,
          );
      }),
    );
  });
});

test("a pointer is converted back to its path, and is that of RFC 6901", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (path) => {
      expect(fromPointer(toPointer(path))).toEqual(path);
    }),
  );
  expect(toPointer(["a/b", "m~n", 0, ""])).toBe("/a~1b/m~0n/0/");
});
