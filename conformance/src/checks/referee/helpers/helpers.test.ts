import { expect, test } from "vitest";
import { leakIn } from "../choice.js";
import { readTime } from "./timing.js";

const secret = { opponentId: "P02", choice: "odd" };

test.each([
  [{ game_type: "even_odd", match_id: "R1M1", deadline: "2025-01-01T00:00:30Z" }],
  [{ error_description: 'P01 answered wrongly: "banana"; allowed: "even", "odd"' }],
  [{ error_description: "P01 did not answer within 30000 ms" }],
  [{ context: { opponent_id: "P02", round_id: 1, your_standings: { wins: 1, losses: 0, draws: 0 } } }],
  [{ consequence: "If P01 has not answered by then, P02 wins." }],
  [{ consequence: "The opponent wins. P01 has answered in none of 3 calls." }],
  [{ choices: { P01: null, P02: null } }],
])("%j keeps the secret", (message) => {
  expect(leakIn(message, secret)).toBeUndefined();
});

test.each([
  [{ context: { opponent_choice: "odd" } }, "/context/opponent_choice"],
  [{ error_description: "Hurry up, the other one took odd." }, "/error_description"],
  [{ error_description: "P01 did not answer. P02 has already chosen." }, "/error_description"],
  [{ choices: { P02: "odd" } }, "/choices/P02"],
])("%j discloses it", (message, place) => {
  expect(leakIn(message, secret)).toContain(place);
});

test("a flag about the opponent discloses something if it was not set in the first message", () => {
  const withMembers = (opponent_ready: unknown) => ({ context: { opponent_ready } });
  expect(leakIn(withMembers(true), secret, withMembers(false))).toContain("/context/opponent_ready");
  expect(leakIn(withMembers(true), secret, withMembers(true))).toBeUndefined();
  expect(leakIn(withMembers(true), secret)).toBeUndefined();
});

const NEW_YEAR = Date.UTC(2025, 0, 1);

test.each([
  ["2025-01-01T00:00:00Z", NEW_YEAR],
  ["2025-01-01T00:00:00.250+00:00", NEW_YEAR + 250],
  ["20250101T000030Z", NEW_YEAR + 30_000],
])("%s is a time in UTC", (text, expected) => {
  expect(readTime(text)).toBe(expected);
});

test.each(["2025-01-01T00:00:00", "2025-01-01T00:00:00+02:00", "soon", 1735689600, null])(
  "%s is none",
  (text) => {
    expect(readTime(text)).toBeUndefined();
  },
);
