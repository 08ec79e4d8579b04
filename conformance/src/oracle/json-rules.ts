/** Rules for any body that should be JSON. */

import { isObject, type JsonAnomaly, type Scan, scanJson, show } from "../json.js";
import { type Arrival, type Headers, headerOf } from "../wire/types.js";
import type { Violation, ViolationKind } from "./violation-log.js";

const KIND_OF_ANOMALY: Readonly<Record<JsonAnomaly["kind"], ViolationKind>> = {
  duplicate_key: "duplicate-key",
  unsafe_integer: "unsafe-integer",
  overflow: "unsafe-integer",
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
  violations.push(
    ...scan.anomalies.map(({ kind, pointer, text }) => ({ kind: KIND_OF_ANOMALY[kind], pointer, text })),
  );
  if (scan.ok) return { json: scan.value, violations };
  violations.push({
    kind: "not-json",
    pointer: "",
    text: `not JSON: ${scan.reason}`,
  });
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
