import { describe, expect, it } from "vitest";
import { seededRandom } from "../../platform/random.js";
import { readTrace, traceHeaders } from "./trace.js";

const id = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${id}-00f067aa0ba902b7-01`;

describe("a trace", () => {
  it("continues with its id, a new span, and its state", () => {
    const trace = readTrace({ traceparent, tracestate: "congo=t61rcWkgMzE, rojo=00f067aa0ba902b7 ," });
    const headers = traceHeaders(trace, seededRandom(1));
    expect(headers?.tracestate).toBe("congo=t61rcWkgMzE,rojo=00f067aa0ba902b7");
    expect(headers?.traceparent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
    expect(headers?.traceparent).not.toBe(traceparent);
    expect(readTrace(headers)).toEqual(headers);
  });

  it.each([
    ["a later version with more in it", `01-${id}-00f067aa0ba902b7-01-more`, "01"],
    ["unknown flags", `00-${id}-00f067aa0ba902b7-fe`, "00"],
    ["one that is not sampled", `00-${id}-00f067aa0ba902b7-00`, "00"],
  ])("is read from %s", (_what, header, flags) => {
    expect(traceHeaders(readTrace({ traceparent: header }), seededRandom(1))?.traceparent).toMatch(
      new RegExp(`^00-${id}-[0-9a-f]{16}-${flags}$`),
    );
  });

  it.each([
    "",
    "garbage",
    traceparent.toUpperCase(),
    `ff-${id}-00f067aa0ba902b7-01`,
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `00-${id}-${"0".repeat(16)}-01`,
    `${traceparent}-more`,
    `${traceparent}, ${traceparent}`,
    `00-${id.slice(1)}-00f067aa0ba902b7-01`,
    `01-${id}-00f067aa0ba902b7-01more`,
  ])("is not read from %j", (header) => {
    expect(readTrace({ traceparent: header, tracestate: "a=1" })).toBeUndefined();
  });

  it.each(["A=1", "a", "a=", "a=1,a=2", "a=1\u0000", Array.from({ length: 33 }, (_, n) => `k${n}=1`).join()])(
    "is read without the invalid state %j",
    (tracestate) => {
      expect(readTrace({ traceparent, tracestate })).toEqual({ traceparent });
    },
  );

  it("is undefined without a header", () => {
    expect([readTrace(undefined), readTrace({ tracestate: "a=1" })]).toEqual([undefined, undefined]);
    expect(traceHeaders(undefined, seededRandom(1))).toBeUndefined();
  });
});
