/** Rules over matches of a referee, and what they read in messages. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judgedOn } from "../../../test/on-trace.js";
import { packageFolder } from "../../package-folder.js";
import { type MatchTrace, observedMatch } from "../../peers/observation.js";
import { leakIn } from "./choice.js";
import { outcomeOf } from "./helpers/match-outcome.js";
import * as refereeChecks from "./index.js";

// Rules on a trace from a file: a match without a winner, although only A was right.

const match = observedMatch(
  JSON.parse(readFileSync(new URL("fixtures/traces/match.json", packageFolder), "utf8")) as MatchTrace,
);

/** As a part of the series, and as one of all matches of the run. */
const part = {
  match,
  outcome: outcomeOf(match),
  seen: {
    check: "a check",
    unusual: undefined,
    referee: { role: "referee" as const },
    restarted_ms: () => Number.POSITIVE_INFINITY,
  },
};

const rules = Object.values(refereeChecks).flat();

test.each([
  ["referee/invitation/names-the-match", "pass"],
  ["referee/draw/draws-in-range", "pass"],
  [
    "referee/draw/right-player-wins",
    'fail: the winner in GAME_OVER to P01 of R1M1 (during a check) (P01 sent even, P02 sent odd, 8 was drawn) is null; expected "P01"',
  ],
  [
    "referee/report/says-what-game-over-said",
    "fail: round_id of the report of R1M1 (during a check) is 2; expected 1",
  ],
  ["referee/join/tells-retries-throughout", "not-exercised: no match of this run shows anything about it"],
])("%s: %s", async (id, verdict) => {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  expect(await judgedOn(rule, [part])).toBe(verdict);
});

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
