import fc from "fast-check";
import { expect, test } from "vitest";
import { scanJson, utf8 } from "./json.js";

const anomalies = (text: string | Uint8Array) => {
  const scan = scanJson(typeof text === "string" ? utf8(text) : text);
  return scan.anomalies.map(({ kind, pointer }) => `${kind} ${pointer}`.trim());
};

/** JSON, with a piece cut out or put in. */
const almostJson = fc
  .tuple(fc.json(), fc.nat(), fc.nat(3), fc.constantFrom("", ",", "}", "0", ".", "'", '"', "\u0001", "NaN"))
  .map(([text, at, length, more]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + more + text.slice(place + length);
  });

test("what JSON.parse reads is read the same, and what it refuses is refused", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), almostJson), (text) => {
      let value: unknown;
      let isRead = true;
      try {
        value = JSON.parse(text);
      } catch {
        isRead = false;
      }
      const scan = scanJson(utf8(text));
      expect(scan.ok).toBe(isRead);
      if (scan.ok) expect(scan.value).toEqual(value);
    }),
  );
});

test("what JSON.parse forgives is remembered", () => {
  expect(anomalies('{"a":1,"b":{"c":1,"c":2},"a":3}')).toEqual(["duplicate_key /b/c", "duplicate_key /a"]);
  expect(anomalies('{"n":9007199254740993,"m":1e400}')).toEqual(["unsafe_integer /n", "overflow /m"]);
  expect(anomalies("\uFEFF{}")).toEqual(["bom"]);
  expect(anomalies(Uint8Array.from([0x22, 0xff, 0x22]))).toEqual(["invalid_utf8"]);
});

test("deep nesting is refused rather than overflowing the stack", () => {
  expect(scanJson(utf8("[".repeat(100_000) + "]".repeat(100_000)))).toMatchObject({
    ok: false,
    reason: expect.stringContaining("nested"),
  });
});

test.each(["10000000000000000001", "-9007199254740993", "1e309", "1E+0400", "123e400"])(
  "%s is no number that a double holds",
  (text) => {
    const places = [text, `[${text}]`, `[0,${text}]`, `{"a":${text}}`, `{"a" :\t${text}\n}`];
    for (const place of places) expect(anomalies(place), place).toHaveLength(1);
  },
);

test("digits in a text are no number", () => {
  expect(anomalies('{"token":"7e424b12345678901234567890"}')).toEqual([]);
});
