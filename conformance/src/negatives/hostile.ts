/** Bodies that no schema describes: input on which a parser, a decoder or an object model may fail. */
import type { JsonObject } from "../json/scan.js";
import { utf8 } from "../json/text.js";

export interface Hostile {
  name: string;
  /** A description for the diagnosis. */
  label: string;
  /** The clause that defines the outcome. */
  clause: string;
  /** From a valid JSON-RPC request, as an object. */
  body(valid: JsonObject): Uint8Array;
  /**
   * - `refused`: it must be answered with an error (or the connection ended)
   * - `as-valid`: it is unusual but valid, and must be served as the plain one
   * - `any answer`: it may be answered in any way, as long as the next request is served
   */
  outcome: "refused" | "as-valid" | "any answer";
  /** The valid error codes of a refusal. */
  codes?: readonly number[];
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

export const HOSTILE: readonly Hostile[] = [
  row("empty", "TRN-ERR-01", "an empty body", "refused", () => utf8(""), [PARSE_ERROR, INVALID_REQUEST]),
  row("spaces", "TRN-ERR-01", "a body of spaces", "refused", () => utf8("  \n "), [
    PARSE_ERROR,
    INVALID_REQUEST,
  ]),
  row(
    "truncated",
    "TRN-ERR-01",
    "JSON that breaks off",
    "refused",
    (valid) => utf8(text(valid).slice(0, -2)),
    [PARSE_ERROR],
  ),
  row("trailing", "TRN-ERR-01", "text after the JSON", "refused", (valid) => utf8(`${text(valid)}}`), [
    PARSE_ERROR,
  ]),
  // A parser that takes it gives it back in the id, where the rules for answers see it.
  row("nan", "TRN-SAFE-01", "the literal NaN, also as its id", "any answer", ({ id: _, ...valid }) =>
    utf8(`{"id":NaN,${withMember(valid, '"x":NaN').slice(1)}`),
  ),
  row("single-quotes", "TRN-ERR-01", "single quotes", "refused", () => utf8("{'jsonrpc':'2.0'}"), [
    PARSE_ERROR,
  ]),
  row(
    "invalid-utf8",
    "TRN-JSON-02",
    "bytes that are not UTF-8",
    "refused",
    (valid) => withBytes(valid, [0xff, 0xfe, 0xc0]),
    [PARSE_ERROR],
  ),
  row(
    "overlong-utf8",
    "TRN-JSON-02",
    "an overlong UTF-8 sequence",
    "refused",
    (valid) => withBytes(valid, [0xc0, 0xaf]),
    [PARSE_ERROR],
  ),
  row("bom", "TRN-SAFE-01", "a byte order mark", "any answer", (valid) =>
    concat([0xef, 0xbb, 0xbf], utf8(text(valid))),
  ),
  row(
    "duplicate-keys",
    "TRN-JSON-02",
    "a member that appears twice",
    "refused",
    (valid) => utf8(text(valid).replace("{", '{"jsonrpc":"2.0",')),
    [PARSE_ERROR],
  ),
  member("overflow", "TRN-SAFE-01", "the number 1e400", "any answer", '"x":1e400'),
  member("big-integer", "TRN-SAFE-01", "an integer of 400 digits", "any answer", `"x":${"9".repeat(400)}`),
  member("lone-surrogate", "TRN-SAFE-01", "a lone surrogate", "any answer", '"x":"\\ud800"'),
  member("nul", "TRN-ENV-07", "a NUL character in a text", "as-valid", '"x":"a\\u0000b"'),
  member("proto-member", "TRN-ENV-07", "a member __proto__", "as-valid", '"__proto__":{"admin":true}'),
  member(
    "constructor-member",
    "TRN-ENV-07",
    "a member constructor",
    "as-valid",
    '"constructor":{"prototype":{"admin":true}}',
  ),
  member(
    "to-string-member",
    "TRN-ENV-07",
    "members toString and hasOwnProperty",
    "as-valid",
    '"toString":"","hasOwnProperty":1',
  ),
  member(
    "deep-arrays",
    "TRN-LIM-03",
    "arrays nested 10,000 deep",
    "refused",
    `"x":${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  ),
  member(
    "deep-objects",
    "TRN-LIM-03",
    "objects nested 10,000 deep",
    "refused",
    `"x":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  ),
  member(
    "huge-string",
    "TRN-SAFE-01",
    "a text of 200,000 characters",
    "any answer",
    `"x":"${"a".repeat(200_000)}"`,
  ),
  member(
    "many-members",
    "TRN-SAFE-01",
    "10,000 unknown members",
    "any answer",
    Array.from({ length: 10_000 }, (_, i) => `"k${i}":${i}`).join(","),
  ),
  row("scalar", "TRN-RPC-05", "a number where a request should be", "refused", () => utf8("42"), [
    INVALID_REQUEST,
    PARSE_ERROR,
  ]),
  row("null", "TRN-RPC-05", "null where a request should be", "refused", () => utf8("null"), [
    INVALID_REQUEST,
    PARSE_ERROR,
  ]),
  row("list-of-null", "TRN-SAFE-01", "a batch of null", "any answer", () => utf8("[null]")),
  row(
    "method-proto",
    "TRN-RPC-04",
    "the method __proto__",
    "refused",
    (valid) => utf8(text({ ...valid, method: "__proto__", params: {} })),
    [-32_601],
  ),
  row(
    "method-to-string",
    "TRN-RPC-04",
    "the method toString",
    "refused",
    (valid) => utf8(text({ ...valid, method: "toString", params: {} })),
    [-32_601],
  ),
  row(
    "params-text",
    "TRN-RPC-06",
    "a text for params",
    "refused",
    (valid) => utf8(text({ ...valid, params: "params" })),
    [INVALID_REQUEST, INVALID_PARAMS],
  ),
];

function row(
  name: string,
  clause: string,
  label: string,
  outcome: Hostile["outcome"],
  body: Hostile["body"],
  codes?: readonly number[],
): Hostile {
  return { name, clause, label, outcome, body, ...(codes === undefined ? {} : { codes }) };
}

/** A request with an additional member in its params, as JSON text. */
function member(
  name: string,
  clause: string,
  label: string,
  outcome: Hostile["outcome"],
  json: string,
): Hostile {
  return row(name, clause, label, outcome, (valid) => utf8(withMember(valid, json)));
}

function text(value: unknown): string {
  return JSON.stringify(value);
}

/** The request with more members in its params, as JSON text: most of them could not be written by JSON.stringify. */
function withMember({ params, ...request }: JsonObject, member: string): string {
  const inner = text(params ?? {});
  const joined = inner === "{}" ? `{${member}}` : `{${member},${inner.slice(1)}`;
  return `${text(request).slice(0, -1)},"params":${joined}}`;
}

function withBytes(valid: JsonObject, bytes: readonly number[]): Uint8Array {
  const [before = "", after = ""] = withMember(valid, '"x":"@@"').split("@@");
  return concat(utf8(before), bytes, utf8(after));
}

function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => Uint8Array.from(part)));
}
