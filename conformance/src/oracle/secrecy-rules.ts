/** Internal details in an agent's answer (TRN-SAFE-02): stack traces, paths and exceptions of the usual languages. */
import { printable } from "../json.js";
import type { Violation } from "./violation-log.js";

/** A line break, also as an escape sequence in JSON. */
const BREAK = String.raw`(?:\n|\\n|^)\s*`;

const SIGNS: readonly (readonly [what: string, sign: RegExp])[] = [
  ["a stack trace", /Traceback \(most recent call last\)|\bgoroutine \d+ \[|File \\?"[^"]{1,200}", line \d+/],
  ["a stack trace", new RegExp(String.raw`${BREAK}at [^\n]{1,200}?[:(][\w.]+:\d+`)],
  [
    "the path of a file",
    /(?:^|[\s"'(=])\/(?:home|root|Users|usr|opt|srv|var|tmp|private|app|work)\/[\w.@-]+/,
  ],
  ["the path of a file", /\b[A-Z]:\\{1,2}[\w.-]+\\|\b(?:node_modules|site-packages|dist-packages)\//],
  ["the path of a file", /[\w-]\.(?:py|js|mjs|cjs|ts|java|kt|go|rb|rs|php|cs):\d+/],
  [
    "the text of an exception",
    /\b(?:Type|Reference|Range|Syntax|Key|Value|Attribute|Index|Name|Recursion|Assertion)Error\b/,
  ],
  [
    "the text of an exception",
    /\b(?:JSONDecode|UnicodeDecode|UnicodeEncode|ZeroDivision|Runtime|NotImplemented)Error\b/,
  ],
  [
    "the text of an exception",
    /\b(?:NullPointer|IllegalArgument|IllegalState|ClassCast|Runtime|IO)Exception\b|\bjava\.lang\./,
  ],
  [
    "the text of an exception",
    /Cannot read propert(?:y|ies) of|is not a function\b|is not iterable\b|Unexpected (?:token|end of JSON)/,
  ],
  [
    "the text of an exception",
    /object has no attribute|object is not subscriptable|unhashable type|not supported between instances/,
  ],
  [
    "the text of an exception",
    /Expecting (?:value|property name|',' delimiter)|Extra data: line|nil pointer dereference/,
  ],
];

/** The length of the part of an answer that is searched. */
const LOOKED_AT_BYTES = 65_536;

export function inspectSecrecy(body: Uint8Array): Violation[] {
  const text = printable(body, LOOKED_AT_BYTES);
  for (const [what, sign] of SIGNS) {
    const found = sign.exec(text);
    if (found !== null)
      return [{ kind: "leak", pointer: "", text: `it shows ${what}: ${found[0].trim().slice(0, 80)}` }];
  }
  return [];
}
