/** What is judged of the answers to queries. */
import type { ManagerBench } from "../../bench/manager-bench.js";
import type { Answer } from "../../peers/answer.js";
import type { Assignment } from "../../peers/assignment.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import { dataOf, isRefused, wordsOf } from "./_questions.js";
import { playersOf } from "./_rounds.js";
import { dueTo, inWords, mustBeCertain, rowsIn, tallyIn } from "./_table.js";

/** That a query which may be asked was answered. */
export function mustBeAnswered(bench: ManagerBench, answer: Answer, query: string): void {
  const isAnswered = answer.outcome === "message" && !isRefused(answer);
  const said = isAnswered ? "" : wordsOf(answer);
  bench.expect.that(isAnswered, {
    diagnosis: `${query} was answered with ${said}; expected LEAGUE_QUERY_RESPONSE`,
    expected: "LEAGUE_QUERY_RESPONSE",
    received: said,
  });
}

interface Circumstances {
  seen: LeagueObservation;
  /** Those that had been reported when it was asked. */
  matches: readonly Assignment[];
  when: string;
}

/** That the standings in the answer follow from these matches. */
export function judgeAnsweredStandings(
  bench: ManagerBench,
  answer: Answer,
  { seen, matches, when }: Circumstances,
): void {
  mustBeAnswered(bench, answer, `GET_STANDINGS, asked ${when},`);
  mustBeCertain(bench, matches);
  const rows = rowsIn(dataOf(answer, "standings"));
  bench.expect(rows, `the standings in the answer to GET_STANDINGS ${when}`).isPresent();
  for (const { id = "" } of playersOf(seen)) {
    const tally = tallyIn(rows?.find(({ player_id }) => player_id === id));
    const due = inWords(dueTo(id, matches));
    const told = tally === undefined ? "no row" : inWords(tally);
    // Whether the manager counts rightly is for the checks of its standings; what it has sent it may say again.
    bench.expect.that(told === due || told === sentTally(seen, id, answer.raw.timing.sent_ms), {
      diagnosis: `GET_STANDINGS, asked ${when}, gives ${id} ${told}; by the reports it has ${due}`,
      expected: due,
      received: told,
    });
  }
}

/** What the last table that was sent before then says of this player. */
export function sentTally(seen: LeagueObservation, id: string, before_ms: number): string | undefined {
  const tables = [...seen.standings, ...seen.leagueCompleted].filter(({ at_ms }) => at_ms <= before_ms);
  const last = tables.toSorted((a, b) => a.at_ms - b.at_ms).at(-1)?.message;
  const row = rowsIn(last?.final_standings ?? last?.standings)?.find(({ player_id }) => player_id === id);
  const tally = tallyIn(row);
  return tally === undefined ? undefined : inWords(tally);
}
