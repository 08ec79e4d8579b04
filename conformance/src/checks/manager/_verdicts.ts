/** What is judged of a false or repeated report: that it was refused, and what the match has counted for. */
import type { ManagerBench } from "../../bench/manager-bench.js";
import { protocol } from "../../contract.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import { broughtTo, type Contested, type Repetition } from "./_contests.js";
import { type Falsehood, nuances } from "./_falsehoods.js";
import { contested } from "./_leagues.js";
import { dueTo, inWords, type Tally } from "./_table.js";

const TOLD = ["MATCH_RESULT", "LEAGUE_STANDINGS_UPDATE"];

/** That a report with this fault was refused, and that the match counts as the true report says. */
export async function judgeRefusal(bench: ManagerBench, name: Falsehood): Promise<void> {
  const league = await contested(bench, name);
  bench.look(league, TOLD, ({ contest, seen }) => {
    const [answer] = contest.attempts;
    const { matchId } = contest.assignment;
    const nuance = answer === undefined ? undefined : nuances.get(answer);
    bench.expect.that(answer?.outcome === "refusal", {
      diagnosis: `a report of ${matchId} with ${name}${nuance === undefined ? "" : ` (${nuance})`} was answered with ${answer?.describe() ?? "nothing"}; expected a refusal`,
      expected: "a refusal",
      received: answer?.describe() ?? "nothing",
    });
    judgeCount(bench, contest, seen, `after a report with ${name} had been refused and the true one made`);
  });
}

/** That a match which was reported more than once counts once, as it was reported first. */
export async function judgeOnce(bench: ManagerBench, name: Repetition, what: string): Promise<void> {
  const league = await contested(bench, name);
  bench.look(league, TOLD, ({ contest, seen }) => {
    const { acknowledgement, isCounted } = contest.assignment;
    if (!isCounted)
      bench.notExercised(`the report was answered with ${acknowledgement?.describe() ?? "nothing"}`);
    judgeCount(bench, contest, seen, what);
  });
}

/** That no points were counted that the rules cannot give. */
export async function judgeScore(bench: ManagerBench, name: Falsehood): Promise<void> {
  const league = await contested(bench, name);
  bench.look(league, TOLD, ({ contest, seen }) => {
    const { playerA, playerB, matchId } = contest.assignment;
    mustCountOthersRightly(bench, contest, seen);
    const [a, b] = [brought(bench, playerA, contest, seen), brought(bench, playerB, contest, seen)];
    const told = `${playerA}: ${inWords(a)}; ${playerB}: ${inWords(b)}`;
    bench.expect.that(isPossible(a, b), {
      diagnosis: `a report of ${matchId} with ${name} was believed: the match has brought ${told}`,
      expected: "3-0, 1-1 or 0-0",
      received: told,
    });
  });
}

function judgeCount(bench: ManagerBench, contest: Contested, seen: LeagueObservation, when: string): void {
  const { assignment } = contest;
  mustCountOthersRightly(bench, contest, seen);
  for (const player of [assignment.playerA, assignment.playerB]) {
    const told = inWords(brought(bench, player, contest, seen));
    const due = inWords(dueTo(player, [assignment]));
    bench.expect.that(told === due, {
      diagnosis: `${when}, ${assignment.matchId} counts for ${player} as ${told}; expected ${due}`,
      expected: due,
      received: told,
    });
  }
}

/** A table that is wrong about the other matches of the round proves nothing about this one. */
function mustCountOthersRightly(
  bench: ManagerBench,
  { assignment }: Contested,
  seen: LeagueObservation,
): void {
  for (const other of seen.assignments) {
    const { matchId, roundId, truth_ms, playerA, playerB } = other;
    if (matchId === assignment.matchId || roundId !== assignment.roundId || truth_ms === undefined) continue;
    for (const player of [playerA, playerB]) {
      const told = broughtTo(player, { assignment: other, attempts: [], settled_ms: truth_ms }, seen);
      if (told === undefined || inWords(told) === inWords(dueTo(player, [other]))) continue;
      bench.notExercised(
        `the table is wrong about ${matchId} too, of which nothing false was said, so it proves nothing`,
      );
    }
  }
}

function brought(bench: ManagerBench, player: string, contest: Contested, seen: LeagueObservation): Tally {
  const { spoiltBy, assignment } = contest;
  if (spoiltBy !== undefined)
    bench.notExercised(
      `a report of the same match with ${spoiltBy} was believed, so its count proves nothing`,
    );
  return (
    broughtTo(player, contest, seen) ??
    bench.notExercised(`no standings were sent between ${assignment.matchId} and the next match of ${player}`)
  );
}

/** What one match can bring to its two players. */
function isPossible(a: Tally, b: Tally): boolean {
  const { win, draw } = protocol.points;
  const has = (tally: Tally, due: Tally) => inWords(tally) === inWords(due);
  const won = (x: Tally, y: Tally) =>
    has(x, { wins: 1, draws: 0, losses: 0, points: win }) &&
    has(y, { wins: 0, draws: 0, losses: 1, points: 0 });
  const drawn = [a, b].every((one) => has(one, { wins: 0, draws: 1, losses: 0, points: draw }));
  const unplayed = [a, b].every(({ wins, points }) => wins === 0 && points === 0);
  return won(a, b) || won(b, a) || drawn || unplayed;
}
