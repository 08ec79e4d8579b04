import { expect, it } from "vitest";
import { reportNames, withReportNames } from "./report-members.js";

const report = (status: string, winner: string | null) => ({
  match_id: "R1M1",
  result: { status, winner, score: { P01: 3, P02: 0 } },
});
const named = (status: string, winner: string | null) => {
  const { match_id: _, result: __, ...rest } = withReportNames("MATCH_RESULT_REPORT", report(status, winner));
  return reportNames.map((name) => rest[name]);
};

it.each([
  ["WIN", "P01", ["P01", "P02", "P01", "WIN", "LOSS"]],
  ["WIN", "P02", ["P01", "P02", "P02", "LOSS", "WIN"]],
  ["DRAW", null, ["P01", "P02", null, "DRAW", "DRAW"]],
  ["TECHNICAL_LOSS", "P01", ["P01", "P02", "P01", "WIN", "TECHNICAL_LOSS"]],
  ["TECHNICAL_LOSS", null, ["P01", "P02", null, "TECHNICAL_LOSS", "TECHNICAL_LOSS"]],
])("%s of %s names both players", (status, winner, values) => {
  expect(named(status, winner)).toEqual(values);
});

it("no other message gets members", () => {
  const message = { match_id: "R1M1", result: { status: "WIN", winner: "P01", score: { P01: 3, P02: 0 } } };
  expect(withReportNames("GAME_OVER", message)).toBe(message);
  expect(withReportNames("MATCH_RESULT_REPORT", { match_id: "R1M1" })).toEqual({ match_id: "R1M1" });
});
