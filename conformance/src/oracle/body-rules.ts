/** Rules for any body: that it is JSON, that it is a call, and that it shows nothing of the inside of the agent. */
import { isObject, type JsonAnomaly, type Scan, scanJson, show, textOfBytes } from "../json.js";
import { type Arrival, type Headers, headerOf } from "../wire/types.js";
import type { Inspection, Violation, ViolationKind } from "./violation-log.js";

/** No clause forbids numbers that a double cannot hold. */
const KIND_OF_ANOMALY: Readonly<Partial<Record<JsonAnomaly["kind"], ViolationKind>>> = {
  duplicate_key: "duplicate-key",
  bom: "bom",
  invalid_utf8: "not-utf8",
};

interface ReadBody {
  /** Undefined when the body is not JSON. */
  json: unknown;
  violations: Violation[];
}

export function readJsonBody(headers: Headers, body: Uint8Array): ReadBody {
  const violations: Violation[] = [];
  const media = headerOf(headers, "content-type");
  if (media === undefined || !/^application\/json\s*(;|$)/i.test(media)) {
    violations.push({ kind: "media-type", pointer: "", text: `content-type is ${media ?? "missing"}` });
  }
  const encoding = headerOf(headers, "content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    const text = `encoded with ${encoding}, which the other side does not accept`;
    return { json: undefined, violations: [...violations, { kind: "not-json", pointer: "", text }] };
  }
  const scan: Scan = scanJson(body);
  for (const { kind: anomaly, pointer, text } of scan.anomalies) {
    const kind = KIND_OF_ANOMALY[anomaly];
    if (kind !== undefined) violations.push({ kind, pointer, text });
  }
  if (scan.ok) return { json: scan.value, violations };
  violations.push({ kind: "not-json", pointer: "", text: `not JSON: ${scan.reason}` });
  return { json: undefined, violations };
}

// Rules for a call that the agent makes to a peer which the suite plays.

interface RequestInspection {
  json: unknown;
  violations: Violation[];
}

/** The notifications of the Model Context Protocol, which often have no params; the league has no methods with such names. */
function isOfMcp(method: unknown): boolean {
  return typeof method === "string" && method.startsWith("notifications/");
}

export function inspectRequest(arrival: Arrival): RequestInspection {
  // A GET without a body asks what the peer is (its OpenAPI, its health), and is no call.
  if (arrival.verb === "GET" && arrival.body.length === 0) return { json: undefined, violations: [] };
  const { json, violations: inText } = readJsonBody(arrival.headers, arrival.body);
  const violations: Violation[] = inText.map((one) => ({ ...one, kind: "call-form" }));
  const say = (pointer: string, text: string) => violations.push({ kind: "call-form", pointer, text });
  if (arrival.verb !== "POST") say("", `the verb is ${arrival.verb}`);
  if (json === undefined) return { json, violations };
  if (!isObject(json)) {
    if (!Array.isArray(json)) say("", `a request is an object, not ${show(json, 60)}`);
    return { json, violations };
  }
  if (json.jsonrpc !== "2.0") say("/jsonrpc", `jsonrpc is ${show(json.jsonrpc)}`);
  if (typeof json.method !== "string") say("/method", `the method is ${show(json.method, 60)}`);
  if (!isObject(json.params) && !(json.params === undefined && isOfMcp(json.method)))
    say("/params", `params are by name, not ${show(json.params, 60)}`);
  if (
    json.id !== undefined &&
    json.id !== null &&
    typeof json.id !== "string" &&
    typeof json.id !== "number"
  ) {
    say("/id", `the id is ${show(json.id, 60)}`);
  }
  return { json, violations };
}

// Internal details in an agent's answer (TRN-SAFE-02): stack traces, paths and exceptions of the usual languages.

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

export function inspectSecrecy(body: Uint8Array): Inspection {
  const text = textOfBytes(body, LOOKED_AT_BYTES);
  const signs = SIGNS.flatMap(([what, sign]) => {
    const [found] = sign.exec(text) ?? [];
    return found === undefined ? [] : [`it shows ${what}: ${found.trim().slice(0, 80)}`];
  });
  const violations = signs.slice(0, 1).map((sign) => ({ kind: "leak" as const, pointer: "", text: sign }));
  return { rules: ["leak"], violations };
}
