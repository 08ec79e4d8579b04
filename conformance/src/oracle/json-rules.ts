/** Rules for any body that should be JSON. */
import { type JsonAnomaly, type Scan, scanJson } from "../json/scan.js";
import { type Headers, headerOf } from "../wire/types.js";
import type { DepartureKind, Violation } from "./violation.js";

const KIND_OF_ODDITY: Readonly<Record<JsonAnomaly["kind"], DepartureKind>> = {
  duplicate_key: "duplicate-key",
  unsafe_integer: "unsafe-integer",
  overflow: "unsafe-integer",
  bom: "bom",
  invalid_utf8: "not-utf8",
};

export interface ReadBody {
  /** Undefined when the body is not JSON. */
  json: unknown;
  departures: Violation[];
}

export function readJsonBody(headers: Headers, body: Uint8Array): ReadBody {
  const departures: Violation[] = [];
  const media = headerOf(headers, "content-type");
  if (media === undefined || !/^application\/json\s*(;|$)/i.test(media)) {
    departures.push({ kind: "media-type", pointer: "", text: `content-type is ${media ?? "missing"}` });
  }
  const scan: Scan = scanJson(body);
  departures.push(
    ...scan.oddities.map(({ kind, pointer, text }) => ({ kind: KIND_OF_ODDITY[kind], pointer, text })),
  );
  if (scan.ok) return { json: scan.value, departures };
  departures.push({
    kind: "not-json",
    pointer: "",
    text: `not JSON at character ${scan.at}: ${scan.reason}`,
  });
  return { json: undefined, departures };
}
