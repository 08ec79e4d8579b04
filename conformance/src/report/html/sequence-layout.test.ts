import { describe, expect, test } from "vitest";
import { echoesWrongMatch, missesDeadline } from "../../../fixtures/report/checks.js";
import { HOSTILE } from "../../../fixtures/report/hostile.js";
import type { TranscriptEntry } from "../../types.js";
import { TIME_WIDTH } from "./lanes.js";
import { layOut } from "./sequence-layout.js";

const entry = (
  at_ms: number,
  from: string,
  to: string,
  parts: Partial<TranscriptEntry> = {},
): TranscriptEntry => ({
  at_ms,
  from,
  to,
  kind: "request",
  json: { method: "ping" },
  ...parts,
});

test("the agent stands on the right, peers in the order of their entry", () => {
  const { lanes } = layOut([entry(0, "league_manager", "agent"), entry(1, "agent", "referee")]);
  expect(lanes.map((lane) => lane.name)).toEqual(["league_manager", "referee", "agent"]);
  expect(lanes.map((lane) => lane.isAgent)).toEqual([false, false, true]);
  expect(lanes.map((lane) => lane.x)).toEqual(lanes.map((lane) => lane.x).toSorted((a, b) => a - b));
});

test("each step is a row with its time, in order and below the one before", () => {
  const { rows, height } = layOut(echoesWrongMatch.transcript);
  expect(rows.map((row) => row.kind)).toEqual(["arrow", "arrow", "arrow", "arrow", "note", "arrow", "arrow"]);
  expect(rows.map((row) => (row.kind === "gap" ? "" : row.time))).toEqual([
    "+3 ms",
    "+14 ms",
    "+22 ms",
    "+33 ms",
    "+40 ms",
    "+41 ms",
    "+53 ms",
  ]);
  const ys = rows.map((row) => row.y);
  expect(ys).toEqual(ys.toSorted((a, b) => a - b));
  expect(ys.at(-1)).toBeLessThan(height);
});

test("the violation that the check saw stands below its arrow", () => {
  const row = layOut(echoesWrongMatch.transcript).rows.at(-1);
  expect(row).toMatchObject({
    label: "CHOOSE_PARITY_RESPONSE",
    below: ["HTTP 200 · after 12 ms", "match_id is R1M2, asked was R1M1"],
    remark: "match_id is R1M2, asked was R1M1",
  });
});

test("a long silence is a row of its own, a missing answer a failed arrow", () => {
  const rows = layOut(missesDeadline.transcript).rows.slice(-2);
  expect(rows).toMatchObject([
    { kind: "gap", label: "30.0 s" },
    { kind: "arrow", failed: true, time: "+30042 ms", label: "no byte of an answer" },
  ]);
});

describe("what is too long", () => {
  test("a conversation shows its two ends and how much lies between them", () => {
    const many = Array.from({ length: 300 }, (_, at) => entry(at, "referee", "agent"));
    const { rows } = layOut(many);
    expect(rows).toHaveLength(81);
    expect(rows[40]).toMatchObject({ kind: "gap", label: "220 more steps, in the list below" });
    expect(rows.at(-1)).toMatchObject({ step: 299 });
  });

  test("a text is clipped, and its lanes stand far enough apart for what is left", () => {
    const { lanes, rows, width } = layOut([
      entry(0, HOSTILE, "agent", { json: { method: "m".repeat(500) } }),
      { ...entry(1, "suite", "suite", { note: "n".repeat(500) }), kind: "note" },
    ]);
    const [arrow, note] = rows;
    if (arrow?.kind !== "arrow" || note?.kind !== "note") throw new Error("not the rows that were asked for");
    const [left, right] = lanes.map((lane) => lane.x);
    expect(arrow.label.length * 7.3).toBeLessThan((right ?? 0) - (left ?? 0));
    expect(note.label.length * 7.3).toBeLessThan(width - TIME_WIDTH);
    expect(width).toBeLessThan(1000);
  });
});

test("a message to itself, and a conversation of notes alone, still have a place", () => {
  expect(layOut([entry(0, "agent", "agent")]).rows).toMatchObject([{ kind: "note", label: "ping" }]);
  const { lanes } = layOut([
    { at_ms: 0, from: "suite", to: "suite", kind: "note", note: "nothing was said" },
  ]);
  expect(lanes.map((lane) => lane.name)).toEqual(["agent"]);
});
