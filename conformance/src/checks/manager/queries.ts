import { deadlineOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { isObject, valueAt } from "../../json.js";
import { matchesIn } from "../../peers/assignment.js";
import { expectMembers } from "../../rules/match-rules.js";
import { rule } from "../../rules/rule.js";
import type { Check } from "../../types.js";
import { finished, NO_END, pairOf, playersOf } from "./helpers/league-progress.js";
import {
  assertAnswered,
  assertStandingsAnswer,
  dataOf,
  isRefused,
  lastTable,
  skipIfNotAnswered,
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
      skipIfNotAnswered(fixture, standings, { query: "the query of a player" });
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
        const where = `the next match of ${who.id}, whose ${match.matchId} was not reported yet`;
        const due = { "/match_id": match.matchId, "/opponent_id": opponent };
        expectMembers(fixture, next, due, where);
        const unnamed = fixture.profile.isLeagueForm ? undefined : match.roundId;
        fixture.expect(valueAt(next, "/round_id") ?? unnamed, `round_id of ${where}`).is(match.roundId);
      }
      if (atTheEnd === undefined || atTheEnd.nextMatch.outcome === "failure") return;
      assertAnswered(fixture, atTheEnd.nextMatch, "GET_NEXT_MATCH at the end of the league");
      const next = dataOf(atTheEnd.nextMatch, "next_match");
      fixture.expect(next, "the next match when the league has ended").isAbsent();
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
      const asked = [
        { answer: stats, about: asking },
        { answer: statsOfOther, about: other },
      ];
      for (const { answer, about } of asked) {
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
      skipIfNotAnswered(fixture, questions.standings, { query: "a player's own query" });
      for (const { how, answer } of questions.unentitled)
        fixture.expect.answer(answer, isRefused(answer), "a refusal", { what: how });
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
      const { assignments } = finished(fixture, { seen });
      const due = new Set(assignments.map((one) => `${one.matchId}: ${pairOf(one.playerA, one.playerB)}`));
      fixture.expect(listed.toSorted(), "the matches in the answer to GET_SCHEDULE").is([...due].toSorted());
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
      const matches = countedIn(seen);
      const when = "when LEAGUE_COMPLETED had been sent";
      assertStandingsAnswer(fixture, standings, { seen, matches, when });
      if (afterTheEnd === undefined || afterTheEnd.outcome === "failure") return;
      const later = "when all had acknowledged LEAGUE_COMPLETED";
      assertStandingsAnswer(fixture, afterTheEnd, { seen, matches, when: later });
    },
  }),
  rule({
    id: "manager/queries/standings-in-order",
    title: "answers GET_STANDINGS with every player in the order of the table",
    decides: ["LM-TAB-02"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY"],
    judge({ questions, seen }, fixture) {
      const { standings, counted } = questions;
      skipIfNotAnswered(fixture, standings);
      const rows = rowsIn(dataOf(standings, "standings"));
      if (rows === undefined)
        return fixture.notExercised("GET_STANDINGS was not answered with standings", ["LM-QRY-01"]);
      const what = "the answer to GET_STANDINGS";
      assertOrder(fixture, { what, rows, matches: counted, players: playersOf(seen), sent: [standings] });
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
        const where = `the next match of ${who}`;
        expectMembers(fixture, next, { "/match_id": due?.matchId }, where);
        if (due === undefined || !fixture.profile.isLeagueForm) continue;
        const opponent = due.playerA === peer.id ? due.playerB : due.playerA;
        expectMembers(fixture, next, { "/round_id": due.roundId, "/opponent_id": opponent }, where);
      }
    },
  }),
];
