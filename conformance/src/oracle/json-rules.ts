/** Rules for any body that should be JSON. */
import { type JsonAnomaly, type Scan, scanJson } from "../json/scan.js";
import { type Headers, headerOf } from "../wire/types.js";
import type { Violation, ViolationKind } from "./violation.js";

const KIND_OF_ANOMALY: Readonly<Record<JsonAnomaly["kind"], ViolationKind>> = {
  duplicate_key: "duplicate-key",
  unsafe_integer: "unsafe-integer",
  overflow: "unsafe-integer",
  bom: "bom",
  invalid_utf8: "not-utf8",
};

export interface ReadBody {
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
    text: `not JSON at character ${scan.at}: ${scan.reason}`,
  });
  return { json: undefined, violations };
}
