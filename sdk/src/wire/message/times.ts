/** Converts the times in a message between the contract's format and the time styles of wire forms. */
import { timestamp } from "../../platform/clock.js";
import { putAt, valueAt } from "./members.js";
import type { JsonObject, TimeStyle } from "./types.js";

/** Every member of the contract that is a time, by canonical pointer. */
const timeMembers: readonly string[] = [
  "/timestamp",
  "/arrival_timestamp",
  "/deadline",
  "/retry_info/next_retry_at",
];

/** Time styles of agents that accept one style only, the most usual first. */
export const strictTimeStyles: readonly TimeStyle[] = ["seconds", "offset_seconds", "offset"];

const msPerSecond = 1_000;
/** A number above this is in milliseconds: as seconds it would be in the year 5138. */
const mostUnixSeconds = 1e11;
/** The end of the year 9999, the last that RFC 3339 can write. */
const latestMs = 253_402_300_799_999;

/** Writes the times of a canonical message in another style, in `message` itself. */
export function writeTimes(message: JsonObject, style: TimeStyle): void {
  for (const pointer of timeMembers) {
    const value = valueAt(message, pointer);
    const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(ms)) putAt(message, pointer, inStyle(ms, style));
  }
}

/** Converts times of any style to the contract's format, in `message` itself. Other values are unchanged. */
export function readTimes(message: JsonObject): void {
  for (const pointer of timeMembers) {
    const ms = msOf(valueAt(message, pointer));
    if (ms !== undefined) putAt(message, pointer, timestamp(ms));
  }
}

/** The style of a time; undefined for other values. */
export function styleOf(value: unknown): TimeStyle | undefined {
  if (typeof value === "number") return value > mostUnixSeconds ? "unix_ms" : "unix";
  if (typeof value !== "string" || msOf(value) === undefined) return undefined;
  const isOffset = value.endsWith("+00:00");
  const hasFraction = /:\d\d[.,]\d/.test(value);
  if (isOffset) return hasFraction ? "offset" : "offset_seconds";
  return hasFraction ? "fraction" : "seconds";
}

function inStyle(ms: number, style: TimeStyle): string | number {
  const text = timestamp(ms);
  const seconds = `${text.slice(0, "2000-01-01T00:00:00".length)}Z`;
  switch (style) {
    case "fraction":
      return text;
    case "seconds":
      return seconds;
    case "offset":
      return text.replace("Z", "+00:00");
    case "offset_seconds":
      return seconds.replace("Z", "+00:00");
    case "unix":
      return Math.floor(ms / msPerSecond);
    case "unix_ms":
      return ms;
  }
}

/** UTC in an ISO 8601 format outside RFC 3339: `20251220T100035Z`; or with a duplicate zone. */
const otherUtc = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)([.,]\d+)?(?:\+00:?00Z?|Z)$/;

/** Whether a time is UTC in a format that the contract does not have. */
export function isOtherUtc(value: unknown): boolean {
  return (
    typeof value === "string" && otherUtc.test(value) && (!value.includes(":") || value.endsWith("+00:00Z"))
  );
}

/** Whether a time is UTC with an offset, or in a format that the contract does not have: other programs write so than the SDK. */
export function isOffsetUtc(value: unknown): boolean {
  return (typeof value === "string" && value.endsWith("+00:00")) || isOtherUtc(value);
}

/** Milliseconds since the epoch. A text without a time zone is read as UTC. */
function msOf(value: unknown): number | undefined {
  if (typeof value === "number" && value > 0 && value <= latestMs)
    return value > mostUnixSeconds ? value : value * msPerSecond;
  if (typeof value !== "string") return undefined;
  const text = isOtherUtc(value) ? value.replace(otherUtc, "$1-$2-$3T$4:$5:$6$7Z") : value;
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return undefined;
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const ms = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
