import { deadlineOf, protocol } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { matchesIn } from "../../peers/assignment.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { countsEveryReport } from "../../rules/league-rules.js";
import { type Judging, rule } from "../../rules/rule.js";
import type { Check, TimedStep } from "../../types.js";
import { disturbedBy } from "./helpers/disturbed-leagues.js";
import {
  allRoundsOf,
  announcedEarly,
  assertSingleLeagueEnd,
  BEGINNING_MS,
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
import { reported } from "./helpers/reported-leagues.js";

const IN_A_ROUND = ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"];

const ONCE_A_ROUND = ["ROUND_ANNOUNCEMENT", "ROUND_COMPLETED"];

/** The tolerance for messages sent to two addresses at the same moment. In milliseconds. */
const ORDER_MS = 25;

const MEMBERS = ["match_id", "player_A_id", "player_B_id", "referee_endpoint"];

const { unplayedRoundRetries: retries, unplayedRoundPauseMs: pauseMs } = protocol.league;

/** Each announcement ends at its deadline; then the round is played, and three messages report it. */
const UNPLAYED_MS = (retries + 4) * deadlineOf("ROUND_ANNOUNCEMENT") + retries * pauseMs;

const UNREACHABLE_LEAGUE: TimedStep = [BEGINNING_MS, UNPLAYED_MS];

export const roundsChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/rounds/completion-after-each",
    title: "sends every player the standings and ROUND_COMPLETED, with next_round_id, after each round",
    decides: ["LM-ROUND-04"],
    over: PLAIN_LEAGUE,
    shows: ["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"],
    judge(played, fixture) {
      const seen = finished(fixture, played);
      const rounds = allRoundsOf(fixture, seen);
      for (const [index, { id, at_ms }] of rounds.entries())
        for (const player of playersOf(seen)) {
          const [, completion] = ["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"].map((type) => {
            const all = seen.sent(type, player);
            const after = all.find((one) => one.message.round_id === id && one.at_ms >= at_ms);
            fixture.expect.that(after !== undefined, {
              diagnosis: `${player.id} was not sent ${type} with the round_id ${String(id)} after that round`,
              expected: `${type} with round_id ${String(id)}`,
              received: all.map(({ message }) => `round_id ${String(message.round_id)}`).join(", ") || "none",
            });
            return after;
          });
          if (completion === undefined) continue;
          const next = rounds[index + 1]?.id ?? null;
          const what = `next_round_id of round ${String(id)}`;
          fixture.expect(completion.message.next_round_id, what, completion).is(next);
        }
    },
  }),
  rule({
    id: "manager/rounds/in-order",
    title:
      "ends a round with the standings, then ROUND_COMPLETED, before the next round, and the league after its last",
    decides: ["LM-ROUND-07"],
    over: PLAIN_LEAGUE,
    shows: [...IN_A_ROUND, "LEAGUE_COMPLETED"],
    judge(played, fixture) {
      const seen = finished(fixture, played);
      const rounds = allRoundsOf(fixture, seen);
      for (const player of playersOf(seen)) {
        const sent = seen.sent(undefined, player);
        const due = [
          ...rounds.flatMap(({ id }) =>
            IN_A_ROUND.map((type) => ({ type, id, what: `${type} of round ${String(id)}` })),
          ),
          { type: "LEAGUE_COMPLETED", id: undefined, what: "LEAGUE_COMPLETED" },
        ];
        // Only the first of each, because standings may be sent at any time.
        const placeOf = ({ type, id }: (typeof due)[number]) =>
          sent.findIndex((one) => one.type === type && (id === undefined || one.message.round_id === id));
        const came = due.filter((one) => placeOf(one) >= 0);
        for (const [index, before] of came.slice(0, -1).entries()) {
          const next = came[index + 1] ?? before;
          const what = `whether ${player.id} was sent ${before.what} before ${next.what}`;
          fixture.expect(placeOf(before) < placeOf(next), what).is(true);
        }
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
      const unknown = unannounced(seen).map(({ matchId }) => matchId);
      fixture.expect(unknown, "the assigned matches whose round was announced to no player").is([]);
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
          const what = `a round out of order among ${roundIds.join(", ")}, for which ${player.id} was sent ${type}, when the reports of each round came at the same time,`;
          fixture.expect(wrong, what).isAbsent();
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
      const unreachable = { react: () => ({ http: { kind: "close" } as const }) };
      const { league, manager } = await fixture.league({
        players: 2,
        referees: 1,
        playerOptions: [unreachable, unreachable],
      });
      const enough = () => league.assignments.some(({ isCounted }) => isCounted);
      const seen = await league.play({ enough, withinMs: UNPLAYED_MS });
      const [match] = seen.assignments;
      const announced = seen.announcements.filter(({ to }) => to.role === "player");
      if (announced.length === 0)
        fixture.notExercised("the league manager announced no round", ["LM-START-01", "LM-ROUND-01"]);
      const first_ms = match?.received.at_ms ?? Number.POSITIVE_INFINITY;
      const before = announced.filter(({ at_ms }) => at_ms < first_ms).length;
      const end = manager.instance.exit() === undefined ? "" : ", and whose process ended,";
      const what = `the match that was assigned by a league manager that could reach no player in ${before} announcements${end}`;
      fixture.expect(match?.matchId, what).isPresent();
      fixture
        .expect(before, "how many announcements were sent before a round that no player could be sent")
        .isInteger({ min: league.players.length + 1 });
    },
  },
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
          const id = String(match.match_id);
          fixture
            .expect(unregistered, `a player of ${id} in ${round} that is not registered`, announcement)
            .isAbsent("A player that sits a round out has no match in it.");
          // matches/assigned-once judges whether a match is assigned to one referee only.
          const given = assignments.flatMap((one) => (one.matchId === match.match_id ? [one.referee] : []));
          const named = given.find(({ url }) => url === match.referee_endpoint) ?? given[0];
          if (named === undefined) continue;
          const what = `the referee_endpoint of ${id} in ${round}, which was given to ${named.id},`;
          fixture.expect(match.referee_endpoint, what, announcement).is(named.url);
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

/** Each player is also sent the matches that it does not play. */
function assertAnnouncedAlike({ expect }: Judging, { id, announcements, matches }: Round): void {
  const all = matches.map(({ match_id }) => match_id);
  for (const announcement of announcements) {
    const { to, message } = announcement;
    const listed = matchesIn(message).map(({ match_id }) => match_id);
    const missing = all.filter((match_id) => !listed.includes(match_id));
    const what = `the matches that the announcement of round ${String(id)} to ${to.id} lacks, and those to other players have,`;
    expect(missing, what, announcement).is([]);
  }
}
