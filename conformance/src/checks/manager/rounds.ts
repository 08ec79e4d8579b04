import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { announcesTheSame, countsEveryReport } from "../../peers/league-rules.js";
import { rule } from "../../rule.js";
import type { Check } from "../../types.js";
import { assertDisturbance, DISTURBED_LEAGUES } from "./helpers/disturbed-leagues.js";
import {
  allRoundsOf,
  announcedEarly,
  assertSingleLeagueEnd,
  begun,
  everyLeagueKeeps,
  FALSE_REPORT_ACCEPTED,
  finished,
  playersOf,
  roundsOf,
} from "./helpers/league-progress.js";
import { type PlainLeagueRow, plainLeagueChecks } from "./helpers/leagues.js";
import { UNREACHABLE_LEAGUE, unreachableLeague } from "./helpers/unresponsive-players.js";

const ONCE_A_ROUND = ["ROUND_ANNOUNCEMENT", "ROUND_COMPLETED"];

const PLAIN_LEAGUE: readonly PlainLeagueRow[] = [
  {
    id: "manager/rounds/completion-after-each",
    title: "sends every player ROUND_COMPLETED after each round, with matches_played and next_round_id",
    decides: ["LM-ROUND-04"],
    types: ["ROUND_COMPLETED"],
    assert(fixture, played) {
      const seen = finished(fixture, played);
      const rounds = allRoundsOf(fixture, seen);
      rounds.forEach(({ id, matches, at_ms }, index) => {
        const round = `round ${String(id)}`;
        for (const player of playersOf(seen)) {
          const completion = seen.roundsCompleted.find(
            ({ to, message, ...one }) => to === player && message.round_id === id && one.at_ms >= at_ms,
          );
          fixture.expect.that(completion !== undefined, {
            diagnosis: `at the end of ${round}, ${player.id} was sent no ROUND_COMPLETED with its round_id`,
            expected: "ROUND_COMPLETED",
            received: "nothing",
          });
          const count = completion?.message.matches_played;
          // Other forms may name the count otherwise.
          if (count !== undefined || fixture.leagueForm !== "other")
            fixture.expect(count, `matches_played of ${round}`).is(matches.length);
          const next = rounds[index + 1]?.id ?? null;
          fixture.expect(completion?.message.next_round_id, `next_round_id of ${round}`).is(next);
        }
      });
    },
  },
  {
    id: "manager/rounds/in-order",
    title:
      "ends a round with the standings, then ROUND_COMPLETED, before the next round, and the league after its last",
    decides: ["LM-ROUND-07"],
    types: ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "LEAGUE_COMPLETED"],
    assert(fixture, played) {
      const seen = finished(fixture, played);
      const rounds = allRoundsOf(fixture, seen);
      for (const player of playersOf(seen)) {
        const sent = seen.sent(undefined, player);
        const due = [
          ...rounds.flatMap(({ id }) => [
            { type: "ROUND_ANNOUNCEMENT", id },
            { type: "LEAGUE_STANDINGS_UPDATE", id },
            { type: "ROUND_COMPLETED", id },
          ]),
          { type: "LEAGUE_COMPLETED", id: undefined },
        ];
        const places = due
          .map(({ type, id }) => ({
            what: id === undefined ? type : `${type} of round ${String(id)}`,
            // Only the first of each, because standings may be sent at any time.
            place: sent.findIndex(
              (one) => one.type === type && (id === undefined || one.message.round_id === id),
            ),
          }))
          .filter(({ place }) => place >= 0);
        places.slice(1).forEach(({ what, place }, index) => {
          const before = places[index];
          fixture.expect.that(before === undefined || before.place < place, {
            diagnosis: `${player.id} was sent ${what} before ${before?.what}`,
            expected: `${before?.what}, then ${what}`,
            received: `${what}, then ${before?.what}`,
          });
        });
      }
    },
  },
  {
    id: "manager/rounds/one-at-a-time",
    title: "announces no round before every match of the one before it is reported",
    decides: ["LM-ROUND-03"],
    types: ["ROUND_ANNOUNCEMENT", "MATCH_RESULT"],
    assert(fixture, played) {
      const seen = begun(fixture, played);
      if (roundsOf(seen).length < 2) fixture.notExercised("there was only one round");
      const early = announcedEarly(seen);
      const matchId = String(early?.matchId);
      // For a manager that has accepted a false report the match is over.
      if (early?.match?.hasFalseReport === true)
        fixture.notExercised(`a false report of ${matchId} was accepted`, FALSE_REPORT_ACCEPTED);
      fixture.expect.that(early === undefined, {
        diagnosis: `round ${String(early?.id)} was announced before ${matchId}, a match of the round before it, was reported`,
        expected: "the announcement after the last report",
      });
    },
  },
  {
    id: "manager/rounds/standings-after-each",
    title: "sends every player the standings after each round, with the round's id",
    decides: ["LM-ROUND-04"],
    types: ["LEAGUE_STANDINGS_UPDATE"],
    assert(fixture, played) {
      const seen = finished(fixture, played);
      for (const round of roundsOf(seen)) {
        for (const player of playersOf(seen)) {
          const updates = seen.standings.filter(({ to }) => to === player);
          const of = updates.find(
            ({ message, at_ms }) => message.round_id === round.id && at_ms >= round.at_ms,
          );
          fixture.expect.that(of !== undefined, {
            diagnosis: `${player.id} was not sent LEAGUE_STANDINGS_UPDATE with the round_id ${String(round.id)} after round ${String(round.id)}`,
            expected: `LEAGUE_STANDINGS_UPDATE with round_id ${String(round.id)}`,
            received:
              updates.map(({ message }) => `round_id ${String(message.round_id)}`).join(", ") || "none",
          });
        }
      }
    },
  },
];

export const roundsChecks: readonly Check<ManagerFixture>[] = [
  ...plainLeagueChecks(PLAIN_LEAGUE),
  rule({
    id: "manager/rounds/announces-the-same",
    title: "announces the same matches of a round to all players",
    decides: ["LM-ROUND-02"],
    ...everyLeagueKeeps(announcesTheSame),
  }),
  rule({
    id: "manager/rounds/counts-every-report",
    title: "counts as played each match that was reported, however it ended",
    decides: ["LM-ROUND-04"],
    ...everyLeagueKeeps(countsEveryReport),
  }),
  {
    id: "manager/rounds/closed-once",
    title: "closes a round once, and begins the next once, when its last reports arrive at the same time",
    decides: ["LM-ROUND-05"],
    steps: [DISTURBED_LEAGUES],
    run: (fixture) =>
      assertDisturbance(fixture, "reports at the same moment", ONCE_A_ROUND, (league) => {
        const seen = finished(fixture, league);
        for (const player of playersOf(seen)) {
          for (const type of ONCE_A_ROUND) {
            // Another check judges whether the round is a number.
            const roundIds = seen
              .sent(type, player)
              .map(({ message }) => message.round_id)
              .filter((round) => typeof round === "number");
            const wrong = roundIds.find(
              (round, index) => index > 0 && round !== (roundIds[index - 1] ?? 0) + 1,
            );
            fixture.expect.that(wrong === undefined, {
              diagnosis: `the reports of each round came at the same time, and ${player.id} was sent ${type} for the rounds ${roundIds.join(", ")}`,
              expected: "every round once, one after the other",
              received: roundIds.join(", "),
            });
          }
          assertSingleLeagueEnd(fixture, seen, player);
        }
      }),
  },
  {
    id: "manager/rounds/no-player-reachable",
    title: "announces a round again when no player can be reached, and then plays it",
    decides: ["LM-ROUND-06"],
    steps: [UNREACHABLE_LEAGUE],
    async run(fixture) {
      const { league, manager, seen } = await unreachableLeague(fixture);
      const [match] = seen.assignments;
      const announced = seen.announcements.filter(({ to }) => to.role === "player");
      if (announced.length === 0)
        fixture.notExercised("the league manager announced no round", ["LM-START-01", "LM-ROUND-01"]);
      const before = announced.filter(
        ({ at_ms }) => at_ms < (match?.received.at_ms ?? Number.POSITIVE_INFINITY),
      );
      fixture.expect.that(match !== undefined, {
        diagnosis: `no player could be reached, and after ${before.length} announcements ${manager.instance.exit() === undefined ? "nothing more came from the league manager" : "the league manager's process ended"}`,
        expected: "a few more announcements, and then RUN_MATCH",
        received: "nothing",
      });
      fixture.expect.that(before.length > league.players.length, {
        diagnosis: "no player could be reached, and the round was played without being announced again",
        expected: "a few more announcements",
        received: `${before.length} in all, one for each player`,
      });
    },
  },
];
