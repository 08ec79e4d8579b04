import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { announcesAnotherRound, matchIdOf } from "../../peers/assignment.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { rule } from "../../rules/rule.js";
import type { Check } from "../../types.js";
import {
  allRoundsOf,
  assertAssignedOnce,
  assertOrdersNamed,
  begun,
  finished,
  pairOf,
  playersOf,
  type Round,
  roundsOf,
  roundsWithPlayers,
} from "./helpers/league-progress.js";
import { ALL_SIZES, ofSize } from "./helpers/leagues.js";

const PLAYERS = 4;

const REFEREES = 2;

/** IS 2.2.4, with players and referees by the order of their registration. */
const EXAMPLE = [
  "R1M1: 1 vs 2, referee 1",
  "R1M2: 3 vs 4, referee 2",
  "R2M1: 3 vs 1, referee 1",
  "R2M2: 4 vs 2, referee 2",
  "R3M1: 4 vs 1, referee 1",
  "R3M2: 3 vs 2, referee 2",
];

export const scheduleChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/schedule/every-pair-once",
    title: "schedules exactly one match for each pair of two to seven players",
    decides: ["LM-SCHED-01"],
    over: ALL_SIZES,
    shows: ["RUN_MATCH", "ROUND_ANNOUNCEMENT"],
    judge(played, fixture) {
      const seen = finished(fixture, played);
      assertOrdersNamed(fixture, seen);
      const [twice] = playingTwice(seen);
      if (twice !== undefined) fixture.notExercised(twice, ["LM-SCHED-02"]);
      const what = `what is wrong about the pairs in a league of ${playersOf(seen).length} players`;
      fixture.expect(wrongPairs(seen), what).is([]);
    },
  }),
  rule({
    id: "manager/schedule/example-of-four",
    title: "makes for four players and two referees the schedule of the example in IS 2.2.4",
    decides: ["LM-SCHED-05"],
    over: ofSize(PLAYERS),
    shows: ["RUN_MATCH", "ROUND_ANNOUNCEMENT"],
    judge(played, fixture) {
      const seen = finished(fixture, played);
      const players = playersOf(seen);
      const referees = seen.referees.filter(({ accepted }) => accepted);
      if (players.length !== PLAYERS || referees.length !== REFEREES)
        fixture.notExercised("the example is about four players and two referees");
      assertAssignedOnce(fixture, seen);
      const place = (id: string) => players.findIndex((peer) => peer.id === id) + 1;
      const announced = roundsOf(seen).flatMap(({ matches }) => matches);
      const assigned = seen.assignments.map(({ matchId, playerA, playerB, referee }) => {
        // matches/assignment-complete judges whether RUN_MATCH has the announced players A and B.
        const { player_A_id = playerA, player_B_id = playerB } =
          announced.find(({ match_id }) => match_id === matchId) ?? {};
        const sides = `${place(String(player_A_id))} vs ${place(String(player_B_id))}`;
        return `${matchId}: ${sides}, referee ${referees.indexOf(referee) + 1}`;
      });
      const schedule = [...new Set(assigned)].toSorted();
      fixture.expect(schedule, "the schedule of four players and two referees").is(EXAMPLE);
    },
  }),
  rule({
    id: "manager/schedule/match-ids",
    title: "counts rounds from 1 without gaps and calls the matches R<round>M<match>",
    decides: ["LM-SCHED-03"],
    over: ALL_SIZES,
    shows: ["ROUND_ANNOUNCEMENT"],
    judge(played, fixture) {
      // A league may not end because of such an id, so the announcements are judged first.
      const rounds = allRoundsOf(fixture, begun(fixture, played));
      const numbers = rounds.map(({ id }) => id);
      fixture.expect(numbers, "the round_ids of the announcements").is(rounds.map((_, index) => index + 1));
      for (const { id, matches, announcements } of rounds)
        for (const { match_id } of matches)
          fixture
            .expect(match_id, `a match_id in round ${String(id)}`, announcements[0])
            .matches(matchIdOf(id), `R${String(id)}M and a number`);
      const ids = rounds.flatMap(({ matches }) => matches.map(({ match_id }) => match_id));
      const what = `the number of different match_ids among ${ids.length} matches`;
      fixture.expect(new Set(ids).size, what).is(ids.length);
      finished(fixture, played);
    },
  }),
  rule({
    id: "manager/schedule/once-a-round",
    title: "schedules every player exactly once in each round, except the one that sits out",
    decides: ["LM-SCHED-02"],
    over: ALL_SIZES,
    shows: ["ROUND_ANNOUNCEMENT"],
    judge(played, fixture) {
      // The league may not end because of it, so the announcements are judged first.
      const soFar = begun(fixture, played);
      const ids = playersOf(soFar).map(({ id }) => id);
      const [twice] = playingTwice(soFar);
      const other = soFar.announcements.find(({ message }) => announcesAnotherRound(message));
      if (twice !== undefined && other !== undefined)
        fixture.notExercised(
          `matches of another round were announced as those of round ${String(other.message.round_id)}`,
          ["LM-SCHED-03"],
        );
      fixture.expect(twice, `who plays twice in a round of a league of ${ids.length} players`).isAbsent();
      const seen = finished(fixture, played);
      for (const round of roundsWithPlayers(fixture, seen)) {
        const playing = playersIn(round);
        const idle = ids.filter((id) => !playing.includes(id));
        const what = `how many players of a league of ${ids.length} sit round ${String(round.id)} out (${idle.join(", ") || "none"})`;
        fixture.expect(idle.length, what).is(ids.length % 2);
      }
    },
  }),
  rule({
    id: "manager/schedule/spread-over-referees",
    title: "spreads the matches over the referees so that their numbers differ by one at most",
    decides: ["LM-SCHED-04"],
    over: ALL_SIZES,
    shows: ["RUN_MATCH", "ROUND_ANNOUNCEMENT"],
    judge(played, fixture) {
      const seen = finished(fixture, played);
      assertOrdersNamed(fixture, seen);
      assertAssignedOnce(fixture, seen);
      const referees = seen.referees.filter(({ accepted }) => accepted);
      const counts = referees.map(
        (referee) =>
          new Set(seen.assignments.filter((one) => one.referee === referee).map(({ matchId }) => matchId))
            .size,
      );
      const loads = referees.map(({ id }, index) => `${id}: ${counts[index]}`).join(", ");
      const what = `in a league of ${playersOf(seen).length} players the difference between the referees' numbers of matches (${loads})`;
      fixture.expect(Math.max(...counts) - Math.min(...counts), what).isInteger({ max: 1 });
    },
  }),
];

function playersIn({ matches }: Round): unknown[] {
  return matches.flatMap(({ player_A_id, player_B_id }) => [player_A_id, player_B_id]);
}

/** "P01 plays more than once in round 2" */
function playingTwice(seen: LeagueObservation): string[] {
  return roundsOf(seen).flatMap((round) => {
    const playing = playersIn(round);
    const twice = playersOf(seen).find(({ id }) => playing.filter((one) => one === id).length > 1);
    return twice === undefined ? [] : [`${twice.id} plays more than once in round ${String(round.id)}`];
  });
}

/** "P01 and P03 never play", "P01 and P02 play 2 matches (R1M1, R2M1)" */
function wrongPairs(seen: LeagueObservation): string[] {
  const matches = new Map(seen.assignments.map((one) => [one.matchId, pairOf(one.playerA, one.playerB)]));
  const ids = playersOf(seen).map(({ id }) => id);
  const due = ids.flatMap((a, index) => ids.slice(index + 1).map((b) => pairOf(a, b)));
  return [...new Set([...due, ...matches.values()])].flatMap((pair) => {
    const played = [...matches].filter(([, one]) => one === pair).map(([id]) => id);
    if (!due.includes(pair))
      return [`${pair} play a match (${played.join(", ")}) that is none of the league's`];
    if (played.length === 0) return [`${pair} never play`];
    return played.length === 1 ? [] : [`${pair} play ${played.length} matches (${played.join(", ")})`];
  });
}
