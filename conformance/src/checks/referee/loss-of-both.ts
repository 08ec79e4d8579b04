import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { declines, never } from "../../peers/behaviour.js";
import { rule } from "../../rule.js";
import { choiceDeadline, joinDeadline, runInSequence, unjoinedMatch } from "../../time/match-times.js";
import type { Check } from "../../types.js";
import { assertCompleted, assertEnded, assertEnding, DRAWN, LOST_BY_BOTH } from "./helpers/match-outcome.js";
import { playCases, within } from "./helpers/played-matches.js";
import { failingMatch } from "./helpers/silence.js";

const NEITHER_JOINS = failingMatch("neither player answers an invitation");

const NEITHER_CHOOSES = failingMatch("neither player answers a choice call");

export const lossOfBothChecks: readonly Check<RefereeFixture>[] = [
  {
    id: "referee/loss/both-unreachable",
    title: "ends a match in a TECHNICAL_LOSS of both, 0-0, when both players are unreachable or declined",
    decides: ["REF-LOSS-06"],
    concurrent: true,
    steps: [runInSequence(3, unjoinedMatch)],
    async run(fixture) {
      const gone = { refuses: true } as const;
      const cases = [
        { what: "both players refused every connection", a: gone, b: gone },
        { what: "both players declined", a: { join: declines() }, b: { join: declines() } },
        { what: "A declined and B refused every connection", a: { join: declines() }, b: gone },
      ];
      // The flat dialect has no member for declining.
      const encodable = fixture.dialect === "flat" ? cases.slice(0, 1) : cases;
      await playCases(fixture.league, within(unjoinedMatch, encodable), (match, { what }) =>
        assertEnding(fixture, match, LOST_BY_BOTH, what),
      );
    },
  },
  rule({
    id: "referee/loss/both-late",
    title: "ends a match in a DRAW, 1-1, when both players are late",
    decides: ["REF-LOSS-06"],
    over: NEITHER_JOINS,
    judge(match, fixture) {
      const what = "neither player answered an invitation";
      assertEnding(fixture, match, DRAWN, what);
    },
  }),
  {
    id: "referee/loss/late-and-unreachable",
    title: "ends a match in a DRAW, 1-1, when one player is late and the other unreachable",
    decides: ["REF-LOSS-06"],
    concurrent: true,
    steps: [unjoinedMatch],
    async run(fixture) {
      const match = await fixture.league.runMatch({
        a: { join: never() },
        b: { refuses: true },
        timeoutMs: unjoinedMatch,
      });
      assertEnding(fixture, match, DRAWN, "A answered no invitation and B refused every connection");
    },
  },
  rule({
    id: "referee/loss/no-winner-without-choices",
    title: "names no winner of a match in which both players join and neither answers a choice call",
    decides: ["REF-LOSS-05", "REF-LOSS-07"],
    over: NEITHER_CHOOSES,
    judge(match, fixture) {
      const what = "both players joined, and neither answered a choice call";
      assertCompleted(match, "A", "CHOOSE_PARITY_CALL", choiceDeadline);
      const { winner, from } = assertEnded(match, what);
      fixture.expect(winner, `the winner in ${from} of a match in which ${what}`).is(null);
    },
  }),
  rule({
    id: "referee/loss/no-winner-without-joins",
    title: "names no winner of a match in which neither player answers an invitation",
    decides: ["REF-LOSS-05", "REF-LOSS-07"],
    over: NEITHER_JOINS,
    judge(match, fixture) {
      const what = "neither player answered an invitation";
      assertCompleted(match, "A", "GAME_INVITATION", joinDeadline);
      const { winner, from } = assertEnded(match, what);
      fixture.expect(winner, `the winner in ${from} of a match in which ${what}`).is(null);
    },
  }),
];
