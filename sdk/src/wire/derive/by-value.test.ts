import { describe, expect, it } from "vitest";
import { matchIdIn, sidesByValue } from "./by-value.js";

const [one, two] = ["http://127.0.0.1:8101", "http://127.0.0.1:8102/mcp"];

describe("the id of a match", () => {
  it.each([
    ["under a name like its own", { contest_id: "M7", opponent_id: "P02" }],
    [
      "under an unknown name, if no other member can be it",
      { bout: "M7", foe_id: "rival", deadline: "2026-01-02T03:04:05Z" },
    ],
    ["in an inner object", { details: { bout: "M7" }, player_id: "P01", choice: "even" }],
  ])("is found %s", (_, message) => expect(matchIdIn(message, "P01")).toBe("M7"));

  it("is not chosen among several", () => {
    expect(matchIdIn({ fixture: "M7", table: "T3" }, "P01")).toBeUndefined();
    expect(matchIdIn({ bout: "P01" }, "P01")).toBeUndefined();
  });
});

describe("the players of an order", () => {
  it.each([
    ["left and right", { bout: "M7", left: "P01", right: "P02", left_url: one, right_url: two }],
    ["with ids", { home_id: "P01", home_address: one, away_id: "P02", away_address: two }],
  ])("are found by their addresses: %s", (_, message) => {
    const [a, b] = sidesByValue(message) ?? [];
    expect([a, b]).toEqual([
      { id: "P01", endpoint: `${one}/mcp` },
      { id: "P02", endpoint: two },
    ]);
  });

  it.each([
    ["one address", { left: "P01", right: "P02", left_url: one }],
    ["three", { a: "P01", b: "P02", c: "P03", a_url: one, b_url: two, c_url: one }],
    ["addresses without ids", { left_url: one, right_url: two }],
  ])("are not found with %s", (_, message) => expect(sidesByValue(message)).toBeUndefined());
});
