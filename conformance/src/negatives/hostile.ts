/** Bodies that no schema describes: what a parser, a decoder or an object model may stumble over. Made by hand. */
import type { JsonObject } from "../json/scan.js";
import { utf8 } from "../json/text.js";

export interface Hostile {
  name: string;
  /** A description for the diagnosis. */
  label: string;
  /** The clause that says what must come of it. */
  clause: string;
  /** From a valid JSON-RPC request, as an object. */
  body(valid: JsonObject): Uint8Array;
  /**
   * - `refused`: it must be answered with an error (or the connection ended)
   * - `as-valid`: it is unusual but valid, and must be served as the plain one
   * - `survived`: any answer will do, as long as the next request is served
   */
  outcome: "refused" | "as-valid" | "survived";
  /** The codes that are right where it is refused with one. */
  codes?: readonly number[];
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

export const HOSTILE: readonly Hostile[] = [
  {
    name: "empty",
    clause: "TRN-ERR-01",
    label: "an empty body",
    body: () => utf8(""),
    outcome: "refused",
    codes: [PARSE_ERROR, INVALID_REQUEST],
  },
  {
    name: "spaces",
    clause: "TRN-ERR-01",
    label: "a body of spaces",
    body: () => utf8("  \n "),
    outcome: "refused",
    codes: [PARSE_ERROR, INVALID_REQUEST],
  },
  {
    name: "truncated",
    clause: "TRN-ERR-01",
    label: "JSON that breaks off",
    body: (valid) => utf8(text(valid).slice(0, -2)),
    outcome: "refused",
    codes: [PARSE_ERROR],
  },
  {
    name: "trailing",
    clause: "TRN-ERR-01",
    label: "text after the JSON",
    body: (valid) => utf8(`${text(valid)}}`),
    outcome: "refused",
    codes: [PARSE_ERROR],
  },
  {
    name: "nan",
    clause: "TRN-SAFE-01",
    label: "the literal NaN, also as its id",
    // A parser that takes it gives it back in the id, where the rules for answers see it.
    body: ({ id: _, ...valid }) => utf8(`{"id":NaN,${withMember(valid, '"x":NaN').slice(1)}`),
    outcome: "survived",
  },
  {
    name: "single-quotes",
    clause: "TRN-ERR-01",
    label: "single quotes",
    body: () => utf8("{'jsonrpc':'2.0'}"),
    outcome: "refused",
    codes: [PARSE_ERROR],
  },
  {
    name: "invalid-utf8",
    clause: "TRN-JSON-02",
    label: "bytes that are not UTF-8",
    body: (valid) => withBytes(valid, [0xff, 0xfe, 0xc0]),
    outcome: "refused",
    codes: [PARSE_ERROR],
  },
  {
    name: "overlong-utf8",
    clause: "TRN-JSON-02",
    label: "an overlong UTF-8 sequence",
    body: (valid) => withBytes(valid, [0xc0, 0xaf]),
    outcome: "refused",
    codes: [PARSE_ERROR],
  },
  {
    name: "bom",
    clause: "TRN-SAFE-01",
    label: "a byte order mark",
    body: (valid) => concat([0xef, 0xbb, 0xbf], utf8(text(valid))),
    outcome: "survived",
  },
  {
    name: "duplicate-keys",
    clause: "TRN-JSON-02",
    label: "a member that appears twice",
    body: (valid) => utf8(text(valid).replace("{", '{"jsonrpc":"2.0",')),
    outcome: "refused",
    codes: [PARSE_ERROR],
  },
  {
    name: "overflow",
    clause: "TRN-SAFE-01",
    label: "the number 1e400",
    body: (valid) => utf8(withMember(valid, '"x":1e400')),
    outcome: "survived",
  },
  {
    name: "big-integer",
    clause: "TRN-SAFE-01",
    label: "an integer of 400 digits",
    body: (valid) => utf8(withMember(valid, `"x":${"9".repeat(400)}`)),
    outcome: "survived",
  },
  {
    name: "lone-surrogate",
    clause: "TRN-SAFE-01",
    label: "a lone surrogate",
    body: (valid) => utf8(withMember(valid, '"x":"\\ud800"')),
    outcome: "survived",
  },
  {
    name: "nul",
    clause: "TRN-ENV-07",
    label: "a NUL character in a text",
    body: (valid) => utf8(withMember(valid, '"x":"a\\u0000b"')),
    outcome: "as-valid",
  },
  {
    name: "proto-member",
    clause: "TRN-ENV-07",
    label: "a member __proto__",
    body: (valid) => utf8(withMember(valid, '"__proto__":{"admin":true}')),
    outcome: "as-valid",
  },
  {
    name: "constructor-member",
    clause: "TRN-ENV-07",
    label: "a member constructor",
    body: (valid) => utf8(withMember(valid, '"constructor":{"prototype":{"admin":true}}')),
    outcome: "as-valid",
  },
  {
    name: "to-string-member",
    clause: "TRN-ENV-07",
    label: "members toString and hasOwnProperty",
    body: (valid) => utf8(withMember(valid, '"toString":"","hasOwnProperty":1')),
    outcome: "as-valid",
  },
  {
    name: "deep-arrays",
    clause: "TRN-LIM-03",
    label: "arrays nested 10,000 deep",
    body: (valid) => utf8(withMember(valid, `"x":${"[".repeat(10_000)}${"]".repeat(10_000)}`)),
    outcome: "refused",
  },
  {
    name: "deep-objects",
    clause: "TRN-LIM-03",
    label: "objects nested 10,000 deep",
    body: (valid) => utf8(withMember(valid, `"x":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`)),
    outcome: "refused",
  },
  {
    name: "huge-string",
    clause: "TRN-SAFE-01",
    label: "a text of 200,000 characters",
    body: (valid) => utf8(withMember(valid, `"x":"${"a".repeat(200_000)}"`)),
    outcome: "survived",
  },
  {
    name: "many-members",
    clause: "TRN-SAFE-01",
    label: "10,000 unknown members",
    body: (valid) =>
      utf8(withMember(valid, Array.from({ length: 10_000 }, (_, i) => `"k${i}":${i}`).join(","))),
    outcome: "survived",
  },
  {
    name: "scalar",
    clause: "TRN-RPC-05",
    label: "a number where a request should be",
    body: () => utf8("42"),
    outcome: "refused",
    codes: [INVALID_REQUEST, PARSE_ERROR],
  },
  {
    name: "null",
    clause: "TRN-RPC-05",
    label: "null where a request should be",
    body: () => utf8("null"),
    outcome: "refused",
    codes: [INVALID_REQUEST, PARSE_ERROR],
  },
  {
    name: "list-of-null",
    clause: "TRN-SAFE-01",
    label: "a batch of null",
    body: () => utf8("[null]"),
    outcome: "survived",
  },
  {
    name: "method-proto",
    clause: "TRN-RPC-04",
    label: "the method __proto__",
    body: (valid) => utf8(text({ ...valid, method: "__proto__", params: {} })),
    outcome: "refused",
    codes: [-32_601],
  },
  {
    name: "method-to-string",
    clause: "TRN-RPC-04",
    label: "the method toString",
    body: (valid) => utf8(text({ ...valid, method: "toString", params: {} })),
    outcome: "refused",
    codes: [-32_601],
  },
  {
    name: "params-text",
    clause: "TRN-RPC-06",
    label: "a text for params",
    body: (valid) => utf8(text({ ...valid, params: "params" })),
    outcome: "refused",
    codes: [INVALID_REQUEST, INVALID_PARAMS],
  },
];

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
