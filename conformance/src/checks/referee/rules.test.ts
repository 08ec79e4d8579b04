/** Rules over matches of a referee, on a trace from a file: a match without a winner, although only A was right. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judgedOn } from "../../../test/on-trace.js";
import { packageFolder } from "../../package-folder.js";
import { type MatchTrace, observedMatch } from "../../peers/observation.js";
import { outcomeOf } from "./helpers/match-outcome.js";
import { refereeChecks } from "./index.js";

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
