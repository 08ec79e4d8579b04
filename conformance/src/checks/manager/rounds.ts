import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { matchesIn } from "../../peers/assignment.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { type Judging, rule } from "../../rule.js";
import { countsEveryReport } from "../../rules/league-rules.js";
import type { Check } from "../../types.js";
import { disturbedBy } from "./helpers/disturbed-leagues.js";
import {
  allRoundsOf,
  announcedEarly,
  assertSingleLeagueEnd,
  begun,
  everyLeagueKeeps,
  FALSE_REPORT_ACCEPTED,
  finished,
  playersOf,
  type Round,
  roundsOf,
  unannounced,
  unregisteredPlayerIn,
} from "./helpers/league-progress.js";
import { ALL_SIZES, PLAIN_LEAGUE } from "./helpers/leagues.js";
import { reported } from "./helpers/report-judgements.js";
import { UNREACHABLE_LEAGUE, unreachableLeague } from "./helpers/unresponsive-players.js";

const ONCE_A_ROUND = ["ROUND_ANNOUNCEMENT", "ROUND_COMPLETED"];

const CLOSED: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/rounds/completion-after-each",
    title:
      "sends every player the standings and ROUND_COMPLETED after each round, with matches_played and next_round_id",
    decides: ["LM-ROUND-04"],
    over: PLAIN_LEAGUE,
    shows: ["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"],
    judge(played, fixture) {
      const seen = finished(fixture, played);
      const rounds = allRoundsOf(fixture, seen);
      rounds.forEach(({ id, matches, at_ms }, index) => {
        const round = `round ${String(id)}`;
        for (const player of playersOf(seen)) {
          const [, completion] = ["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"].map((type) => {
            const all = seen.sent(type, player);
            const after = all.find((one) => one.message.round_id === id && one.at_ms >= at_ms);
            fixture.expect.that(after !== undefined, {
              diagnosis: `${player.id} was not sent ${type} with the round_id ${String(id)} after ${round}`,
              expected: `${type} with round_id ${String(id)}`,
              received: all.map(({ message }) => `round_id ${String(message.round_id)}`).join(", ") || "none",
            });
            return after;
          });
          if (completion === undefined) continue;
          const count = completion.message.matches_played;
          // Other forms may name the count otherwise.
          if (count !== undefined || fixture.leagueForm !== "other")
            fixture.expect(count, `matches_played of ${round}`, completion).is(matches.length);
          const next = rounds[index + 1]?.id ?? null;
          fixture.expect(completion.message.next_round_id, `next_round_id of ${round}`, completion).is(next);
        }
      });
    },
  }),
  rule({
    id: "manager/rounds/in-order",
    title:
      "ends a round with the standings, then ROUND_COMPLETED, before the next round, and the league after its last",
    decides: ["LM-ROUND-07"],
    over: PLAIN_LEAGUE,
    shows: ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "LEAGUE_COMPLETED"],
    judge(played, fixture) {
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
  }),
  rule({
    id: "manager/rounds/one-at-a-time",
    title: "announces no round before every match of the one before it is reported",
    decides: ["LM-ROUND-03"],
    over: PLAIN_LEAGUE,
    shows: ["ROUND_ANNOUNCEMENT", "MATCH_RESULT"],
    judge(played, fixture) {
      const seen = begun(fixture, played);
      if (roundsOf(seen).length < 2) fixture.notExercised("there was only one round");
      assertNoneEarly(seen, fixture);
    },
  }),
  rule({
    id: "manager/rounds/repeated-reports-end-none",
    title: "announces no round while a match of the one before it is open, however often another is reported",
    decides: ["LM-ROUND-03"],
    over: reported("contradiction", "race", "repetition"),
    shows: ["ROUND_ANNOUNCEMENT", "MATCH_RESULT"],
    judge: ({ seen }, fixture) => assertNoneEarly(seen, fixture),
  }),
];

/** The tolerance for messages sent to two addresses at the same moment. In milliseconds. */
const ORDER_MS = 25;

const MEMBERS = ["match_id", "player_A_id", "player_B_id", "referee_endpoint"];

const ANNOUNCED: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/rounds/announced-before-played",
    title: "announces a round, with all its matches, to every player before the first of them is assigned",
    decides: ["LM-ROUND-01"],
    over: PLAIN_LEAGUE,
    shows: ["ROUND_ANNOUNCEMENT", "RUN_MATCH"],
    judge(played, fixture) {
      // The league may not end because of it, so the announcements are judged first.
      for (const round of roundsOf(begun(fixture, played))) assertAnnouncedAlike(fixture, round);
      const seen = finished(fixture, played);
      for (const { matchId, roundId } of unannounced(seen)) {
        fixture.expect.that(false, {
          diagnosis: `${matchId} of round ${String(roundId)} was assigned, and no player was ever sent the announcement of that round`,
          expected: "ROUND_ANNOUNCEMENT to every player",
          received: "none",
        });
      }
      for (const { id, announcements } of roundsOf(seen)) {
        const started = seen.assignments.find(({ roundId, by }) => roundId === id && by === "RUN_MATCH");
        for (const player of playersOf(seen)) {
          const announcement = announcements.find(({ to }) => to === player);
          fixture.expect.that(announcement !== undefined, {
            diagnosis: `${player.id} was not sent the announcement of round ${String(id)}, which others were sent`,
            expected: "ROUND_ANNOUNCEMENT to every player",
            received: announcements.map(({ to }) => to.id).join(", "),
          });
          if (announcement === undefined || started === undefined) continue;
          const late_ms = announcement.at_ms - started.received.at_ms;
          fixture.expect.that(late_ms <= ORDER_MS, {
            diagnosis: `${player.id} was sent the announcement of round ${String(id)} ${late_ms} ms after ${started.matchId} had been assigned`,
            expected: "the announcement first",
            received: `RUN_MATCH ${late_ms} ms earlier`,
            shownBy: [started.received, announcement],
          });
        }
      }
    },
  }),
];

/** Each player is also sent the matches that it does not play. */
function assertAnnouncedAlike({ expect }: Judging, { id, announcements, matches }: Round): void {
  const all = matches.map(({ match_id }) => match_id);
  for (const announcement of announcements) {
    const { to, message } = announcement;
    const listed = matchesIn(message).map(({ match_id }) => match_id);
    const missing = all.filter((match_id) => !listed.includes(match_id));
    expect.that(missing.length === 0, {
      diagnosis: `the announcement of round ${String(id)} to ${to.id} has only ${listed.join(", ") || "no match"}; those to other players have ${missing.join(", ")} too`,
      expected: all.join(", "),
      received: listed.join(", "),
      shownBy: [announcement],
    });
  }
}

export const roundsChecks: readonly Check<ManagerFixture>[] = [
  ...CLOSED,
  rule({
    id: "manager/rounds/counts-every-report",
    title: "counts as played each match that was reported, however it ended",
    decides: ["LM-ROUND-04"],
    ...everyLeagueKeeps(countsEveryReport),
  }),
  rule({
    id: "manager/rounds/closed-once",
    title: "closes a round once, and begins the next once, when its last reports arrive at the same time",
    decides: ["LM-ROUND-05"],
    over: disturbedBy("reports at the same moment"),
    shows: ONCE_A_ROUND,
    judge(league, fixture) {
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
          fixture
            .expect(
              wrong,
              `a round out of order among ${roundIds.join(", ")}, for which ${player.id} was sent ${type}, when the reports of each round came at the same time,`,
            )
            .isAbsent();
        }
        assertSingleLeagueEnd(fixture, seen, player);
      }
    },
  }),
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
  ...ANNOUNCED,
  rule({
    id: "manager/rounds/announcement-complete",
    title: "names the match, both players and the referee's endpoint for each match of an announcement",
    decides: ["LM-ROUND-02"],
    over: ALL_SIZES,
    shows: ["ROUND_ANNOUNCEMENT"],
    judge(played, fixture) {
      const seen = begun(fixture, played);
      const { announcements, assignments, referees } = seen;
      const endpoints = referees.map(({ url }) => url);
      for (const announcement of announcements) {
        const { message } = announcement;
        const round = `the announcement of round ${String(message.round_id)}`;
        fixture.expect(message.matches, `the matches in ${round}`, announcement).isPresent();
        for (const match of matchesIn(message)) {
          for (const member of MEMBERS)
            fixture.expect(match[member], `${member} of a match in ${round}`, announcement).isText();
          fixture
            .expect(match.referee_endpoint, `the referee_endpoint of a match in ${round}`, announcement)
            .isOneOf(endpoints);
          const unregistered = unregisteredPlayerIn(match, seen);
          fixture.expect.that(unregistered === undefined, {
            diagnosis: `${String(match.match_id)} in ${round} names the player "${unregistered ?? ""}", and no player is registered by that id`,
            expected: "two players of the league",
            received: `${String(match.player_A_id)} and ${String(match.player_B_id)}`,
            hint: "A player that sits a round out has no match in it.",
            shownBy: [announcement],
          });
          // matches/assigned-once judges whether a match is assigned to one referee only.
          const given = assignments.flatMap((one) => (one.matchId === match.match_id ? [one.referee] : []));
          const named = given.find(({ url }) => url === match.referee_endpoint) ?? given[0];
          fixture.expect.that(named === undefined || named.url === match.referee_endpoint, {
            diagnosis: `the referee_endpoint of ${String(match.match_id)} in ${round} is ${String(match.referee_endpoint)}, and the match was given to ${named?.id} at ${named?.url}`,
            expected: named?.url ?? "",
            received: String(match.referee_endpoint),
            shownBy: [announcement],
          });
        }
      }
    },
  }),
];

function assertNoneEarly(seen: LeagueObservation, fixture: Judging): void {
  const early = announcedEarly(seen);
  const matchId = String(early?.matchId);
  // For a manager that has accepted a false report the match is over.
  if (early?.match?.hasFalseReport === true)
    fixture.notExercised(`a false report of ${matchId} was accepted`, FALSE_REPORT_ACCEPTED);
  fixture.expect.that(early === undefined, {
    diagnosis: `round ${String(early?.id)} was announced before ${matchId}, a match of the round before it, was reported`,
    expected: "the announcement after the last report",
  });
}
