import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { valueAt } from "../../json.js";
import { QUIET_MS } from "../../peers/managed-league.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { expectMembers } from "../../rules/match-rules.js";
import { type Judging, rule } from "../../rules/rule.js";
import type { Check } from "../../types.js";
import { failuresOf, refereesAsked } from "./helpers/failing-referees.js";
import {
  allRoundsOf,
  assertCompleted,
  assertSingleLeagueEnd,
  begun,
  finished,
  playersOf,
  REPORT_ACCEPTED,
  roundsOf,
  skipIfNotOrdered,
} from "./helpers/league-progress.js";
import { ALL_SIZES, LOSING_LEAGUE, PLAIN_LEAGUE } from "./helpers/leagues.js";
import { rowsIn } from "./helpers/standings.js";

export const endChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/end/tells-every-player",
    title:
      "sends every player LEAGUE_COMPLETED with the totals, the final standings and the first of them as champion",
    decides: ["LM-END-01"],
    over: ALL_SIZES,
    shows: ["ROUND_ANNOUNCEMENT", "LEAGUE_COMPLETED"],
    judge(played, fixture) {
      const seen = begun(fixture, played);
      assertLeagueEnded(fixture, seen);
      for (const player of playersOf(seen)) {
        assertEnd(fixture, seen, player.id);
        assertSingleLeagueEnd(fixture, seen, player);
      }
    },
  }),
  rule({
    id: "manager/end/after-a-match-given-up",
    title:
      "sends every player LEAGUE_COMPLETED, and counts every match, where no referee has played one of them",
    decides: ["LM-END-01"],
    over: failuresOf("refuses it, as every other referee does"),
    shows: ["RUN_MATCH", "LEAGUE_COMPLETED"],
    judge({ match, seen }, fixture) {
      skipIfNotOrdered(fixture, refereesAsked(match, seen));
      // A manager that gives the match out for ever breaks a SHOULD: its league has no end yet.
      const isOver = seen.roundsCompleted.some(({ message }) => message.round_id === match.roundId);
      if (!seen.completed && !isOver)
        fixture.notExercised(`${match.matchId}, which all referees refuse, was not given up`, [
          "LM-MATCH-04",
        ]);
      const why = `every referee refused ${match.matchId}, its round was completed`;
      assertCompleted(fixture, seen, why, seen.roundsCompleted);
      for (const player of playersOf(seen)) assertEnd(fixture, seen, player.id);
    },
  }),
  rule({
    id: "manager/end/after-a-technical-loss",
    title:
      "sends every player LEAGUE_COMPLETED, and counts every match, where one was reported as a technical loss",
    decides: ["LM-END-01"],
    over: LOSING_LEAGUE,
    shows: ["MATCH_RESULT", "LEAGUE_COMPLETED"],
    judge(played, fixture) {
      const seen = begun(fixture, played);
      const lost = seen.assignments.find(
        ({ isCounted, trueResult }) => isCounted && trueResult === undefined,
      );
      if (lost === undefined)
        return fixture.notExercised("no match was reported as a technical loss", REPORT_ACCEPTED);
      const refused = seen.assignments.find(({ acknowledgement }) => acknowledgement?.outcome === "refusal");
      if (!seen.completed && refused !== undefined)
        fixture.notExercised(`the report of ${refused.matchId} was refused`, REPORT_ACCEPTED);
      assertCompleted(fixture, seen, `${lost.matchId} was reported as a technical loss`, lost.reports);
      for (const player of playersOf(seen)) assertEnd(fixture, seen, player.id);
    },
  }),
  rule({
    id: "manager/end/tells-referees",
    title: "sends ROUND_ANNOUNCEMENT and LEAGUE_COMPLETED to the referees too",
    decides: ["LM-END-02"],
    over: PLAIN_LEAGUE,
    shows: ["ROUND_ANNOUNCEMENT", "LEAGUE_COMPLETED"],
    judge(played, fixture) {
      const seen = finished(fixture, played);
      for (const referee of seen.referees.filter(({ accepted }) => accepted)) {
        const rounds = new Set(
          seen.sent("ROUND_ANNOUNCEMENT", referee).map(({ message }) => message.round_id),
        );
        const what = `the number of rounds of which ${referee.id} was sent the announcement`;
        fixture.expect(rounds.size, what).is(roundsOf(seen).length);
        const ends = seen.sent("LEAGUE_COMPLETED", referee).length;
        fixture.expect(ends, `how often ${referee.id} was sent LEAGUE_COMPLETED`).isInteger({ min: 1 });
      }
    },
  }),
];

function assertLeagueEnded(fixture: Judging, seen: LeagueObservation): void {
  const refused = seen.assignments.find(({ acknowledgement }) => acknowledgement?.outcome !== "message");
  if (!seen.completed && refused !== undefined)
    fixture.notExercised(
      `the report of ${refused.matchId} was not accepted, so the league could not end`,
      REPORT_ACCEPTED,
    );
  if (seen.ending === "too long")
    fixture.notExercised("the league took longer than the suite waits for one whose agents answer at once");
  const rounds = roundsOf(seen);
  const completed = playersOf(seen).filter((peer) => peer.receivedOf("LEAGUE_COMPLETED").length > 0);
  fixture.expect.that(seen.completed, {
    diagnosis:
      completed.length > 0
        ? `only ${completed.map(({ id }) => id).join(", ")} ${completed.length === 1 ? "was" : "were"} sent LEAGUE_COMPLETED`
        : `every match that was assigned in ${rounds.length} rounds was reported, and then nothing more came from the league manager for ${QUIET_MS / 1_000} s`,
    expected: "LEAGUE_COMPLETED to every player",
    received: `LEAGUE_COMPLETED to ${completed.length} of ${playersOf(seen).length}`,
  });
}

function assertEnd(fixture: Judging, seen: LeagueObservation, player: string | undefined): void {
  const sent = seen.leagueCompleted.find(({ to }) => to.id === player);
  const end = sent?.message ?? {};
  const rounds = allRoundsOf(fixture, seen);
  const where = `LEAGUE_COMPLETED to ${player}`;
  const totals = {
    "/total_rounds": rounds.length,
    "/total_matches": rounds.flatMap(({ matches }) => matches).length,
  };
  expectMembers(fixture, end, totals, where, sent);
  fixture.expect(end.final_standings, `final_standings of ${where}`, sent).isPresent();
  const [first = {}] = rowsIn(end.final_standings) ?? [];
  expectMembers(fixture, end, { "/champion/player_id": first.player_id }, where, sent);
  for (const member of ["points", "display_name"] as const) {
    const value = valueAt(end, `/champion/${member}`);
    if (value === undefined || first[member] === undefined) continue;
    // The check of the rows judges a name that differs from the registered one.
    if (member === "display_name" && value === nameOf(seen, first.player_id)) continue;
    const what = `${member} of the champion ${String(first.player_id)} in LEAGUE_COMPLETED`;
    fixture.expect(value, what, sent).is(first[member]);
  }
}

function nameOf({ players }: LeagueObservation, id: unknown): string | undefined {
  return players.find((peer) => peer.id === id)?.displayName;
}
