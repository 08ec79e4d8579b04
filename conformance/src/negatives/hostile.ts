/** Bodies on which a parser, a decoder or an object model may fail. */
import { type JsonObject, utf8 } from "../json.js";

/** A description for the diagnosis, and the body, made from a valid JSON-RPC request. */
export type HostileBody = readonly [label: string, make: (valid: JsonObject) => Uint8Array];

export const EMPTY: readonly HostileBody[] = [
  ["an empty body", () => utf8("")],
  ["a body of spaces", () => utf8("  \n ")],
];

/** Some of them from JSON-RPC 2.0, section 7. */
export const BROKEN: readonly HostileBody[] = [
  ["broken JSON", () => utf8('{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]')],
  [
    "a broken batch",
    () =>
      utf8('[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method"'),
  ],
  ["an unfinished object", () => utf8('{"jsonrpc":"2.0","id":1,"method":"ping"')],
  ["JSON that breaks off", (valid) => utf8(text(valid).slice(0, -2))],
  ["text after the JSON", (valid) => utf8(`${text(valid)}}`)],
  ["single quotes", () => utf8("{'jsonrpc':'2.0'}")],
  ["XML", () => utf8('<?xml version="1.0"?><methodCall><methodName>ping</methodName></methodCall>')],
];

/** A parser may take them for something else than they are. */
export const AMBIGUOUS: readonly HostileBody[] = [
  ["a request in which jsonrpc occurs twice", (valid) => utf8(text(valid).replace("{", '{"jsonrpc":"2.0",'))],
  [
    "a message in which conversation_id occurs twice",
    (valid) =>
      utf8(text(valid).replace('"conversation_id":', '"conversation_id":"another","conversation_id":')),
  ],
  ["a message with bytes that are no UTF-8", (valid) => withBytes(valid, [0xff, 0xfe])],
  ["a message with an overlong UTF-8 sequence", (valid) => withBytes(valid, [0xc0, 0xaf])],
  ["a message with half a UTF-8 sequence", (valid) => withBytes(valid, [0xe2, 0x82])],
];

const DEPTH = 10_000;

export const NESTED: readonly HostileBody[] = [
  [
    `a request with lists nested ${DEPTH} deep`,
    (valid) => withMember(valid, `"x_deep":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`),
  ],
  [
    `a request with objects nested ${DEPTH} deep`,
    (valid) => withMember(valid, `"x_deep":${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`),
  ],
];

/** No clause says how they are answered. */
export const UNUSUAL: readonly HostileBody[] = [
  // A parser that takes it gives it back in the id, where the rules for answers see it.
  [
    "the literal NaN, also as its id",
    ({ id: _, ...valid }) => utf8(textWith(valid, '"x":NaN').replace("{", '{"id":NaN,')),
  ],
  ["a byte order mark", (valid) => Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), utf8(text(valid))])],
  ["the number 1e400", (valid) => withMember(valid, '"x":1e400')],
  ["an integer of 400 digits", (valid) => withMember(valid, `"x":${"9".repeat(400)}`)],
  ["a lone surrogate", (valid) => withMember(valid, '"x":"\\ud800"')],
  ["a batch of null", () => utf8("[null]")],
];

/** The same, of long bodies. */
export const LONG: readonly HostileBody[] = [
  ["a text of 200,000 characters", (valid) => withMember(valid, `"x":"${"a".repeat(200_000)}"`)],
  [
    "10,000 unknown members",
    (valid) => withMember(valid, Array.from({ length: 10_000 }, (_, i) => `"k${i}":${i}`).join(",")),
  ],
];

const text = (value: unknown): string => JSON.stringify(value);

/** The request with more members in its params: most of them could not be written by JSON.stringify. */
function withMember(valid: JsonObject, member: string): Uint8Array {
  return utf8(textWith(valid, member));
}

function textWith({ params, ...request }: JsonObject, member: string): string {
  const inner = text(params ?? {});
  const joined = inner === "{}" ? `{${member}}` : `{${member},${inner.slice(1)}`;
  return `${text(request).slice(0, -1)},"params":${joined}}`;
}

function withBytes(valid: JsonObject, bytes: readonly number[]): Uint8Array {
  const [before = "", after = ""] = textWith(valid, '"x":"@@"').split("@@");
  return Buffer.concat([utf8(before), Uint8Array.from(bytes), utf8(after)]);
}
