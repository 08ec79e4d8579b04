import { describe, expect, it } from "vitest";
import { reaches, type Section } from "./section.ts";
import { numberText, ratioText, table } from "./table.ts";

const section: Section = {
  id: "example",
  title: "An example",
  reference: "plain",
  rows: [
    { name: "plain", ratio: 1, low: 1, high: 1, value: 20_000, unit: "/s" },
    {
      name: "ours",
      ratio: 0.96,
      low: 0.94,
      high: 0.97,
      value: 19_200,
      unit: "/s",
      aim: { of: "ratio", at: "least", limit: 0.95 },
    },
    {
      name: "large",
      ratio: 0.5,
      value: 13_000,
      unit: "bytes",
      aim: { of: "value", at: "most", limit: 12_000 },
      remark: "with everything",
    },
  ],
  notes: ["one note"],
};

describe("table", () => {
  it("aligns names left and numbers right, and says which aim is met", () => {
    expect(table(section).split("\n")).toEqual([
      "An example",
      "         ratio  middle half   in this run  aim",
      "  plain   1.00                  20,000 /s",
      "  ours    0.96    0.94–0.97     19,200 /s  ≥ 0.95: met",
      "  large   0.50               13,000 bytes  ≤ 12,000 bytes: MISSED  with everything",
      "  · one note",
    ]);
  });
});

describe("reaches", () => {
  it("counts the limit itself as reached, from both sides", () => {
    const row = { name: "", ratio: 0.95, value: 12_000, unit: "" };
    expect(reaches({ ...row, aim: { of: "ratio", at: "least", limit: 0.95 } })).toBe(true);
    expect(reaches({ ...row, aim: { of: "value", at: "most", limit: 12_000 } })).toBe(true);
    expect(reaches({ ...row, aim: { of: "value", at: "most", limit: 11_999 } })).toBe(false);
  });

  it("returns null for a row without an aim", () => {
    expect(reaches({ name: "", ratio: 1, value: 1, unit: "" })).toBeNull();
  });
});

describe("numbers", () => {
  it("have the digits that matter", () => {
    expect([310, 12.44, 1, 0.931, 0.0712].map(ratioText)).toEqual(["310", "12.4", "1.00", "0.93", "0.0712"]);
    expect([1_234_567.8, 12.34, 0.1239].map(numberText)).toEqual(["1,234,568", "12.3", "0.124"]);
  });
});
