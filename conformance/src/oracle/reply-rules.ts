/** Rules of JSON-RPC 2.0 for the answer to one request of the suite. */
import { protocol } from "../contract.js";
import { isObject, type Scan, sameJson, scanJson, show } from "../json.js";
import type { RawReply } from "../wire/types.js";
import { readJsonBody } from "./body-rules.js";
import type { Inspection, Violation, ViolationKind } from "./violation-log.js";

export interface ReplyInspection extends Inspection {
  json: unknown;
}

const TEXT_RULES: readonly ViolationKind[] = ["http-status", "media-type", "not-json", "not-utf8", "bom"];
const JSON_RULES: readonly ViolationKind[] = [
  ...TEXT_RULES,
  "duplicate-key",
  "jsonrpc-version",
  "result-xor-error",
  "id-echoed",
];
const ERROR_RULES: readonly ViolationKind[] = [...JSON_RULES, "error-code", "error-message"];

/** A body that is too long or too slow is a matter of HTTP alone. */
const FAULTS_OF_HTTP: ReadonlySet<number> = new Set([408, 413]);

/** JSON-RPC reserves the codes from -32768 to -32000; servers may define those from -32099 on. */
const KEPT = { first: -32_768, last: -32_000, free: -32_099 };
const PREDEFINED: ReadonlySet<unknown> = new Set([-32_700, -32_600, -32_601, -32_602, -32_603]);

const UNREAD: ReadonlySet<string> = new Set(["invalid_utf8", "duplicate_key", "bom"]);

/** @param request the bytes of the request, which determine the valid ids of the reply */
export function inspectReply(request: Uint8Array, reply: RawReply): ReplyInspection {
  const asked = scanJson(request);
  const question = asked.ok ? asked.value : undefined;
  if (isNotification(question)) return inspectSilence(question, reply);
  // An HTTP fault (404, 413, 415 …) is no JSON-RPC answer; the check that provoked it judges it.
  if (reply.body.length === 0 || (reply.status >= 400 && !looksLikeRpc(reply))) {
    const fault = broken("http-status", "", `HTTP ${reply.status} where a JSON-RPC answer was expected`);
    const isFault = reply.status >= 400 && !FAULTS_OF_HTTP.has(reply.status);
    const violations = isFault && isWholeRequest(question) ? [fault] : [];
    return { json: undefined, rules: violations.length === 0 ? [] : ["http-status"], violations };
  }
  const { json, violations } = readJsonBody(reply.headers, reply.body);
  // An answer that is no response is reported once, by the check of TRN-RPC-01.
  if (!isAnswer(json)) return { json, rules: TEXT_RULES, violations };
  if (reply.status !== 200)
    violations.push(broken("http-status", "", `a JSON-RPC answer came with HTTP ${reply.status}`));
  if (Array.isArray(json)) {
    for (const [index, one] of json.entries()) violations.push(...rpcAnswer(one, `/${index}`));
  } else {
    violations.push(...rpcAnswer(json, ""), ...echoedId(question, json, isReadable(request, asked)));
  }
  return {
    json,
    rules: isObject(json) && Object.hasOwn(json, "error") ? ERROR_RULES : JSON_RULES,
    violations,
  };
}

function broken(kind: ViolationKind, pointer: string, text: string): Violation {
  return { kind, pointer, text };
}

/** A body that is no response only concerns HTTP; TRN-BAT-03 judges a batch. */
function inspectSilence(question: unknown, reply: RawReply): ReplyInspection {
  const scan = scanJson(reply.body);
  const json = scan.ok ? scan.value : undefined;
  if (!isObject(question) || !hasRightParams(question)) return { json, rules: [], violations: [] };
  const rules = ["notification-answered"] as const;
  if (!looksLikeRpc(reply)) return { json, rules, violations: [] };
  const text = `a notification was answered with a response (HTTP ${reply.status}): ${show(json, 200)}`;
  return { json, rules, violations: [broken("notification-answered", "", text)] };
}

function rpcAnswer(json: unknown, at: string): Violation[] {
  if (!isObject(json))
    return [broken("result-xor-error", at, `an answer is an object, not ${show(json, 60)}`)];
  const found: Violation[] = [];
  if (json.jsonrpc !== "2.0")
    found.push(broken("jsonrpc-version", `${at}/jsonrpc`, `jsonrpc is ${show(json.jsonrpc)}`));
  const members = ["result", "error"].filter((name) => Object.hasOwn(json, name));
  if (members.length !== 1) {
    const text = members.length === 0 ? "neither result nor error" : "both result and error";
    found.push(broken("result-xor-error", at, text));
  }
  if (!Object.hasOwn(json, "error")) return found;
  const { error } = json;
  // Null is only an extra member.
  if (error === null) return found;
  if (!isObject(error))
    return [...found, broken("error-code", `${at}/error`, `error is ${show(error, 60)}, not an object`)];
  if (!isErrorCode(error.code))
    found.push(broken("error-code", `${at}/error/code`, `the code is ${show(error.code, 60)}`));
  if (typeof error.message !== "string")
    found.push(broken("error-message", `${at}/error/message`, `the message is ${show(error.message, 60)}`));
  return found;
}

function isErrorCode(code: unknown): boolean {
  if (typeof code !== "number" || !Number.isInteger(code)) return false;
  return code < KEPT.first || code > KEPT.last || code >= KEPT.free || PREDEFINED.has(code);
}

/**
 * Invalid UTF-8 and a member twice must be refused unread (TRN-JSON-02); a byte order mark may be (RFC 8259, 8.1); and a
 * body that is longer than any message need not be read.
 */
function isReadable({ length }: Uint8Array, { anomalies }: Scan): boolean {
  return !anomalies.some(({ kind }) => UNREAD.has(kind)) && length <= protocol.limits.bodyBytes;
}

/** @param isReadable whether every agent must read the request */
function echoedId(question: unknown, json: unknown, isReadable: boolean): Violation[] {
  // A body that is no JSON object gives no evidence about ids.
  if (!isObject(json) || question === undefined) return [];
  if (!Object.hasOwn(json, "id")) return [broken("id-echoed", "/id", "the answer has no id")];
  // The id in the answer to an unreadable request may be null, or its id if that is readable.
  const ids = idsIn(question);
  const isRefusedUnread = !isReadable && isObject(json.error);
  const mayBeNull = !isWholeRequest(question) || isRefusedUnread || isUnread(json.error);
  const allowed: unknown[] = [...ids, ...(mayBeNull ? [null] : [])];
  if (allowed.some((one) => sameJson(one, json.id))) return [];
  return [
    {
      kind: "id-echoed",
      pointer: "/id",
      ...(isParseError(json.error) ? { isParseError: true } : {}),
      text: `the id is ${show(json.id, 60)}; the request's was ${ids.length === 0 ? "nothing" : ids.map((id) => show(id, 60)).join(" or ")}`,
    },
  ];
}

/** The ids of all requests of a batch: TRN-BAT-01 judges a single answer to a batch. */
function idsIn(question: unknown): unknown[] {
  return [question].flat().flatMap((one) => (isObject(one) && Object.hasOwn(one, "id") ? [one.id] : []));
}

/** An agent that could not read a request, or did not recognize it as one, may not have its id. */
function isUnread(error: unknown): boolean {
  return isParseError(error) || (isObject(error) && error.code === -32_600);
}

function isParseError(error: unknown): boolean {
  return isObject(error) && error.code === -32_700;
}

function isId(id: unknown): boolean {
  return id === null || typeof id === "string" || typeof id === "number";
}

function isWholeRequest(question: unknown): boolean {
  return (
    isObject(question) &&
    question.jsonrpc === "2.0" &&
    typeof question.method === "string" &&
    Object.hasOwn(question, "id") &&
    isId(question.id)
  );
}

function isNotification(question: unknown): boolean {
  const one = (value: unknown) =>
    isObject(value) &&
    value.jsonrpc === "2.0" &&
    typeof value.method === "string" &&
    !Object.hasOwn(value, "id");
  return Array.isArray(question) ? question.length > 0 && question.every(one) : one(question);
}

/** A body with other members is no request (TRN-RPC-06), so without an id it is no notification either. */
function hasRightParams({ params }: Readonly<Record<string, unknown>>): boolean {
  return params === undefined || (typeof params === "object" && params !== null);
}

function isAnswer(json: unknown): boolean {
  if (!isObject(json)) return Array.isArray(json);
  if (Object.hasOwn(json, "method")) return false;
  return ["jsonrpc", "result", "error"].some((name) => Object.hasOwn(json, name));
}

/** One response, or a list of them: the answer to a batch. */
function looksLikeRpc(reply: RawReply): boolean {
  const scan = scanJson(reply.body);
  const answers = scan.ok && Array.isArray(scan.value) ? scan.value : [scan.ok ? scan.value : undefined];
  return answers.some((one) => isObject(one) && one.jsonrpc !== undefined);
}
