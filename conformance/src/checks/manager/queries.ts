import { deadlineOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { isObject, valueAt } from "../../json.js";
import { matchesIn } from "../../peers/assignment.js";
import { rule } from "../../rule.js";
import type { Check } from "../../types.js";
import { finished, NO_END, pairOf, playersOf } from "./helpers/league-progress.js";
import {
  assertAnswered,
  assertStandingsAnswer,
  dataOf,
  isRefused,
  lastTable,
} from "./helpers/league-queries.js";
import { QUERIED_LEAGUE, REPEATING_LEAGUE } from "./helpers/leagues.js";
import {
  assertOrder,
  countedIn,
  describeTally,
  dueTo,
  rowsIn,
  sentTally,
  skipIfReportsUnconfirmed,
  tallyIn,
} from "./helpers/standings.js";

export const queriesChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/queries/by-referees",
    title: "answers the query of a referee as it answers that of a player",
    decides: ["LM-QRY-04"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY"],
    judge({ questions }, fixture) {
      const { standings, byReferee, match } = questions;
      if (standings.outcome !== "message" || isRefused(standings))
        fixture.notExercised("a player's query was not answered either", ["LM-QRY-01"]);
      assertAnswered(fixture, byReferee, `GET_STANDINGS of the referee ${match.referee.id}`);
    },
  }),
  rule({
    id: "manager/queries/next-match",
    title: "answers GET_NEXT_MATCH with the player's match that is not played yet, and with none at the end",
    decides: ["LM-QRY-02"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY", "RUN_MATCH"],
    judge({ questions }, fixture) {
      const { match, asking, other, atTheEnd } = questions;
      // A manager that names the right player by chance in one answer does not in the other.
      const asked = [
        { who: asking, answer: questions.nextMatch, opponent: match.playerB },
        { who: other, answer: questions.nextMatchOfOther, opponent: match.playerA },
      ];
      for (const { who, answer, opponent } of asked) {
        assertAnswered(fixture, answer, "GET_NEXT_MATCH");
        const next = dataOf(answer, "next_match");
        const what = (member: string) =>
          `${member} of the next match of ${who.id}, whose ${match.matchId} was not reported yet`;
        fixture.expect(valueAt(next, "/match_id"), what("match_id")).is(match.matchId);
        fixture.expect(valueAt(next, "/opponent_id"), what("opponent_id")).is(opponent);
        const unnamed = fixture.profile.isLeagueForm ? undefined : match.roundId;
        fixture.expect(valueAt(next, "/round_id") ?? unnamed, what("round_id")).is(match.roundId);
      }
      if (atTheEnd === undefined || atTheEnd.nextMatch.outcome === "failure") return;
      assertAnswered(fixture, atTheEnd.nextMatch, "GET_NEXT_MATCH at the end of the league");
      fixture
        .expect(dataOf(atTheEnd.nextMatch, "next_match"), "the next match when the league has ended")
        .isAbsent();
    },
  }),
  rule({
    id: "manager/queries/player-stats",
    title:
      "answers GET_PLAYER_STATS with the current results of the sender, or of the player that query_params name",
    decides: ["LM-QRY-02"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY", "MATCH_RESULT_REPORT"],
    judge({ questions, seen }, fixture) {
      const { stats, statsOfOther, asking, other, counted } = questions;
      for (const [answer, about] of [
        [stats, asking],
        [statsOfOther, other],
      ] as const) {
        assertAnswered(fixture, answer, `GET_PLAYER_STATS of ${asking.id} about ${about.id}`);
        skipIfReportsUnconfirmed(fixture, counted);
        const row = dataOf(answer, "stats");
        const what = `the stats that ${asking.id} received when it asked about ${about.id}`;
        const tally = isObject(row) ? tallyIn(row) : undefined;
        const id = about.id ?? "";
        const due = dueTo(id, counted);
        const sent = sentTally(lastTable(seen, answer.raw.timing.sent_ms), id) ?? due;
        fixture
          .expect(tally === undefined ? "nothing" : describeTally(tally), what)
          .isOneOf([due, sent].map(describeTally));
        fixture.expect(isObject(row) ? row.player_id : undefined, `player_id in ${what}`).is(about.id);
      }
    },
  }),
  rule({
    id: "manager/queries/refused",
    title: "refuses queries with an invented token, with that of another agent, and from an unknown player",
    decides: ["LM-QRY-03"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY"],
    judge({ questions }, fixture) {
      const { standings, inventedToken, othersToken, refereesToken, unknownPlayer } = questions;
      if (standings.outcome !== "message" || isRefused(standings)) {
        fixture.notExercised(
          `a player's own query ${standings.describeAsEnd()}, so that refusing another one proves nothing`,
          ["LM-QRY-01"],
        );
      }
      const asked = {
        "with an invented token": inventedToken,
        "with the token of another player": othersToken,
        "with the token of a referee": refereesToken,
        "from the unknown player P99": unknownPlayer,
      };
      const all = [
        ...Object.entries(asked).map(([how, answer]) => ({ how: `GET_STANDINGS ${how}`, answer })),
        ...questions.unentitled,
      ];
      for (const { how, answer } of all) {
        fixture.expect.answer(answer, isRefused(answer), "a refusal", { what: how });
      }
    },
  }),
  rule({
    id: "manager/queries/schedule",
    title: "answers GET_SCHEDULE with the matches of all rounds",
    decides: ["LM-QRY-02"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY", "ROUND_ANNOUNCEMENT"],
    judge({ questions, seen }, fixture) {
      const { schedule } = questions;
      assertAnswered(fixture, schedule, "GET_SCHEDULE");
      const list = dataOf(schedule, "schedule");
      const rounds = Array.isArray(list) ? list : valueAt(list, "/rounds");
      const matches = Array.isArray(rounds) ? rounds.filter(isObject).flatMap(matchesIn) : [];
      const listed = matches.map(
        (one) => `${String(one.match_id)}: ${pairOf(one.player_A_id, one.player_B_id)}`,
      );
      const played = finished(fixture, { seen }).assignments.map(
        (one) => `${one.matchId}: ${pairOf(one.playerA, one.playerB)}`,
      );
      fixture
        .expect(listed.toSorted(), "the matches in the answer to GET_SCHEDULE")
        .is([...new Set(played)].toSorted());
    },
  }),
  rule({
    id: "manager/queries/standings-at-the-end",
    title: "answers GET_STANDINGS of a player with the final standings when the league has ended",
    decides: ["LM-QRY-01"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY", "LEAGUE_COMPLETED"],
    judge({ questions, seen }, fixture) {
      const { atTheEnd, afterTheEnd } = questions;
      if (atTheEnd === undefined) return fixture.notExercised("the league did not come to its end", NO_END);
      const { standings } = atTheEnd;
      // A league manager may end with its league (IS 2.2.9).
      if (standings.outcome === "failure" && standings.failure?.reason === "refused")
        fixture.notExercised("the league manager had ended");
      assertStandingsAnswer(fixture, standings, {
        seen,
        matches: countedIn(seen),
        when: "when LEAGUE_COMPLETED had been sent",
      });
      if (afterTheEnd === undefined || afterTheEnd.outcome === "failure") return;
      assertStandingsAnswer(fixture, afterTheEnd, {
        seen,
        matches: countedIn(seen),
        when: "when all had acknowledged LEAGUE_COMPLETED",
      });
    },
  }),
  rule({
    id: "manager/queries/standings-in-order",
    title: "answers GET_STANDINGS with every player in the order of the table",
    decides: ["LM-TAB-02"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY"],
    judge({ questions, seen }, fixture) {
      const { standings } = questions;
      const rows =
        standings.outcome === "message" && !isRefused(standings)
          ? rowsIn(dataOf(standings, "standings"))
          : undefined;
      if (rows === undefined)
        return fixture.notExercised("GET_STANDINGS was not answered with standings", ["LM-QRY-01"]);
      const what = "the answer to GET_STANDINGS";
      assertOrder(fixture, {
        what,
        rows,
        matches: questions.counted,
        players: playersOf(seen),
        sent: [standings],
      });
    },
  }),
  rule({
    id: "manager/queries/standings-while-running",
    title: "answers GET_STANDINGS of a player with the standings as they are while the league runs",
    decides: ["LM-QRY-01"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY", "MATCH_RESULT_REPORT"],
    judge({ questions, seen }, fixture) {
      const { standings, counted } = questions;
      assertStandingsAnswer(fixture, standings, { seen, matches: counted, when: "while the league ran" });
      fixture.expect.time(standings.ms, "the answer to GET_STANDINGS").isAtMost(deadlineOf("LEAGUE_QUERY"));
    },
  }),
  rule({
    id: "manager/queries/next-match-when-idle",
    title: "answers GET_NEXT_MATCH of a player that sits a round out with its match in a later one",
    decides: ["LM-QRY-02"],
    over: REPEATING_LEAGUE,
    shows: ["LEAGUE_QUERY", "RUN_MATCH"],
    judge(played, fixture) {
      const seen = finished(fixture, played);
      const { idle = [] } = played;
      if (idle.length === 0) fixture.notExercised("no player sat a round out", ["LM-ROUND-01"]);
      for (const { peer, roundId, answer } of idle) {
        const who = `${peer.id}, which sat round ${String(roundId)} out,`;
        assertAnswered(fixture, answer, `GET_NEXT_MATCH of ${who}`);
        const due = seen.assignments.find(
          (match) =>
            Number(match.roundId) > Number(roundId) && [match.playerA, match.playerB].includes(peer.id ?? ""),
        );
        const next = dataOf(answer, "next_match");
        fixture
          .expect(valueAt(next, "/match_id") ?? null, `the next match of ${who}`)
          .is(due?.matchId ?? null);
        if (due === undefined || !fixture.profile.isLeagueForm) continue;
        fixture.expect(next, `the next match of ${who}`).at("/round_id").is(due.roundId);
        const opponent = due.playerA === peer.id ? due.playerB : due.playerA;
        fixture.expect(next, `the next match of ${who}`).at("/opponent_id").is(opponent);
      }
    },
  }),
];
