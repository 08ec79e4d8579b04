/** W3C Trace Context, propagated from a request to the calls that it causes: one id from the start of a match to its report. */
import { hex, type Random } from "../../platform/random.js";

/** The trace of a call: the headers of https://www.w3.org/TR/trace-context/, validated. */
export interface Trace {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Version, trace id, parent id, flags, and the additions of later versions. */
const traceparentForm =
  /^(?!ff)([0-9a-f]{2})-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const member = /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;
const mostMembers = 32;
/** The length that every participant must propagate; a longer state is omitted, not truncated. */
const longestState = 512;
const spanBytes = 8;
const sampled = 1;

/** The trace that a request belongs to; undefined without one, and for one that is not well-formed. */
export function readTrace(headers: Readonly<Record<string, string>> | undefined): Trace | undefined {
  const { traceparent, tracestate } = headers ?? {};
  if (traceparent === undefined) return undefined;
  const [, version, , , , more] = traceparentForm.exec(traceparent) ?? [];
  if (version === undefined) return undefined;
  if (version === "00" && more !== undefined) return undefined;
  const state = tracestate === undefined ? "" : stateIn(tracestate);
  return state === "" ? { traceparent } : { traceparent, tracestate: state };
}

/** The headers of a call that is made for a trace: the same trace id, a new span. */
export function traceHeaders(trace: Trace | undefined, random: Random): Record<string, string> | undefined {
  if (trace === undefined) return undefined;
  const [, , id, , flags] = traceparentForm.exec(trace.traceparent) ?? [];
  if (id === undefined || flags === undefined) return undefined;
  const known = (Number.parseInt(flags, 16) & sampled).toString(16).padStart(2, "0");
  const traceparent = `00-${id}-${newSpan(random)}-${known}`;
  return trace.tracestate === undefined ? { traceparent } : { traceparent, tracestate: trace.tracestate };
}

/** An id of zeros means none. */
function newSpan(random: Random): string {
  for (;;) {
    const span = hex(random, spanBytes);
    if (/[^0]/.test(span)) return span;
  }
}

/** The propagated list; empty for one that is not well-formed. */
function stateIn(header: string): string {
  const members = header
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const keys = new Set(members.map((one) => one.slice(0, one.indexOf("="))));
  const isSound = members.every((one) => member.test(one)) && keys.size === members.length;
  const state = members.join(",");
  return isSound && members.length <= mostMembers && state.length <= longestState ? state : "";
}
