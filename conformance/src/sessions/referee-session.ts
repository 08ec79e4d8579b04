/** A model of the messages to a referee: matches, one after the other and two at a time, repeated, and by other senders. */

import { progressOf } from "../checks/referee/helpers/match-outcome.js";
import { protocol } from "../contract.js";
import type { RefereeFixture } from "../fixtures/referee-fixture.js";
import type { RefereeInstance } from "../fixtures/start.js";
import { chooses, declines } from "../peers/actors/behaviour.js";
import type { Parity } from "../peers/actors/result.js";
import type { MatchObservation } from "../peers/match-observation.js";
import type { PreparedMatch } from "../peers/prepared-match.js";
import type { MatchPlan, RefereeLeague } from "../peers/referee-league.js";
import { outcomesOf, winnerIn } from "../rules/match-rules.js";
import { gracePeriodMs } from "../time/protocol-deadlines.js";
import { CheckFailure, onBehalfOf } from "../verdict.js";
import type { Step } from "./explore.js";

export interface RefereeState {
  league: RefereeLeague;
  played: MatchObservation[];
}

const CHOICES: readonly Parity[] = ["even", "odd"];

/** No match is played yet; repeated sequences use one other instance, if the suite can start one. */
export function refereeBeginning(fixture: RefereeFixture): (afresh: boolean) => Promise<RefereeState> {
  let other: RefereeInstance | undefined;
  return async (afresh) => {
    if (!afresh || !fixture.mayLaunch) return { league: fixture.league, played: [] };
    other ??= await fixture.launch();
    return { league: other.league, played: [] };
  };
}

export function refereeSteps(fixture: RefereeFixture): Step<RefereeState>[] {
  return [
    {
      name: "play a match",
      weight: 3,
      applies: () => true,
      take: (state, pick) => play(fixture, state, [pick(CHOICES), pick(CHOICES.toReversed())]),
    },
    {
      name: "play two matches at once",
      applies: ({ league }) => league.capacity > 1,
      async take(state, pick) {
        const both = [
          play(fixture, state, ["even", "odd"], "concurrent"),
          play(fixture, state, [pick(CHOICES), "even"], "concurrent"),
        ];
        for (const one of await Promise.allSettled(both)) if (one.status === "rejected") throw one.reason;
      },
    },
    {
      name: "play against one that declines",
      weight: 2,
      applies: () => true,
      async take({ league }) {
        const match = await league.runMatch({ a: { join: declines() }, b: { choice: chooses("even") } });
        league.isLastDeclined ||= match.invitations.length > 0;
        fixture
          .expect(reported(fixture, match).winner, "the winner against a player that declined")
          .isNot(match.playerA.id);
      },
    },
    {
      name: "assign a match that is over",
      clauses: ["REF-RUN-04"],
      applies: ({ league, played }) => league.startsOn === "run_match" && played.length > 0,
      take: (state, pick) => {
        const { matchId, roundId, playerA, playerB } = pick(state.played);
        const ids = { matchId, roundId, playerA: playerA.id, playerB: playerB.id };
        return expectNoInvitation(fixture, state, {
          plan: { ids },
          say: (match) => match.order(),
          what: `${matchId}, which is over, was assigned again`,
        });
      },
    },
    {
      name: "let another sender assign a match",
      clauses: ["REF-RUN-05"],
      applies: () => true,
      take: (state) =>
        expectNoInvitation(fixture, state, {
          say: (match) => match.order({}, state.league.impostor("referee:REF98", "stolen")),
          what: "another sender's RUN_MATCH",
        }),
    },
    {
      name: "assign a match without an id",
      clauses: ["TRN-ERR-03"],
      applies: () => true,
      take: (state) =>
        expectNoInvitation(fixture, state, {
          say: (match) => match.order({ remove: ["/match_id"] }),
          what: "a RUN_MATCH without match_id",
        }),
    },
    {
      name: "announce a round",
      applies: () => true,
      take: async ({ league }) => void (await league.announceRound([], 1)),
    },
  ];
}

/** Plays one match in which both players choose at once, and judges its result. */
async function play(
  fixture: RefereeFixture,
  { league, played }: RefereeState,
  [choiceA, choiceB]: readonly [Parity, Parity],
  place: "alone" | "concurrent" = "alone",
): Promise<void> {
  const match = await league.runMatch({
    a: { choice: chooses(choiceA) },
    b: { choice: chooses(choiceB) },
  });
  // A referee may not begin a match while others run; a single match has to be played.
  if (match.invitations.length === 0) {
    const isAfterDecline = place === "alone" && league.isLastDeclined;
    const when = isAfterDecline ? ", after a match that a player had declined" : "";
    throw new CheckFailure({
      diagnosis: `${match.matchId} was not begun${when}: ${progressOf(match)}`,
      expected: "GAME_INVITATION to both players",
      received: "none",
      clauses: [isAfterDecline ? "REF-LOSS-07" : place === "alone" ? "REF-RUN-01" : "REF-RUN-06"],
    });
  }
  league.isLastDeclined = false;
  played.push(match);
  const { winner, number = outcomesOf(match)[0]?.number } = reported(fixture, match);
  const trueResult = fixture.game.winnerOf({
    playerA: match.playerA.id,
    playerB: match.playerB.id,
    choiceA,
    choiceB,
    number: Number(number),
  });
  onBehalfOf([trueResult === undefined ? "REF-DRAW-05" : "REF-DRAW-04"], () =>
    fixture
      .expect(winner, `the winner of ${match.matchId}, in which ${String(number)} was drawn`)
      .is(trueResult ?? null),
  );
  const notified = match.gameOvers.map(({ side }) => side).toSorted();
  onBehalfOf(["REF-OVER-01"], () => fixture.expect(notified, "the receivers of GAME_OVER").is(["A", "B"]));
}

interface InvalidOrder {
  plan?: MatchPlan;
  say(match: PreparedMatch): Promise<unknown>;
  what: string;
}

/** Prepares a match, sends a message about it, and expects that no player is invited. */
async function expectNoInvitation(
  { expect }: RefereeFixture,
  { league }: RefereeState,
  { plan = {}, say, what }: InvalidOrder,
): Promise<void> {
  const match = await league.prepareMatch(plan);
  const sending = say(match);
  await match.until(({ invitations }) => invitations[0], gracePeriodMs());
  expect(match.observe().invitations.length, `the number of invitations after ${what}`).is(0);
  await sending;
  match.close();
}

/** The report of a match to the league manager. @throws CheckFailure when there is none */
function reported(
  fixture: RefereeFixture,
  match: MatchObservation,
): { winner: unknown; number: number | undefined } {
  const outcome = outcomesOf(match).find(({ isReport }) => isReport);
  if (outcome === undefined) {
    throw new CheckFailure({
      diagnosis: `no result of ${match.matchId} was reported`,
      expected: "MATCH_RESULT_REPORT",
      received: match.report === undefined ? "nothing" : "a report without a result",
    });
  }
  // The report of the flat dialect has no number, and a number that cannot be drawn did not decide: the players' message is used.
  return { winner: winnerIn(fixture, outcome), number: drawable(outcome.number) };
}

function drawable(number: unknown): number | undefined {
  const { minimum, maximum } = protocol.draw;
  const isDrawn = typeof number === "number" && number >= minimum && number <= maximum;
  return isDrawn ? number : undefined;
}
