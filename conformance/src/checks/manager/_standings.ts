/** Every table that the manager sent in a league, with the matches that it must be made of. */
import type { ManagerBench } from "../../bench/manager-bench.js";
import type { JsonObject } from "../../json/scan.js";
import type { Assignment } from "../../peers/assignment.js";
import type { Seat } from "../../peers/seat.js";
import { FALSEHOODS } from "./_falsehoods.js";
import { plainLeague } from "./_leagues.js";
import type { Played } from "./_only.js";
import { begun, finished, playersOf } from "./_rounds.js";
import { countedIn, mustBeCertain, rowsIn } from "./_table.js";

export interface Table {
  /** "the standings after round 2" */
  what: string;
  rows: readonly JsonObject[];
  /** The matches that were reported by then. */
  matches: readonly Assignment[];
  players: readonly Seat[];
}

/** The last table of each round that each player was sent, and the final ones. */
export async function judgeTables(
  bench: ManagerBench,
  judge: (table: Table) => void,
  played = plainLeague(bench),
): Promise<void> {
  const league = await played;
  bench.look(league, ["LEAGUE_STANDINGS_UPDATE", "LEAGUE_COMPLETED"], (played) => {
    mustBeUnspoilt(bench, played);
    finished(bench, played);
    const tables = tablesOf(bench, played);
    if (tables.length === 0) bench.notExercised("no standings were sent");
    for (const table of tables) judge(table);
  });
}

function tablesOf(bench: ManagerBench, played: Played): Table[] {
  const seen = begun(bench, played);
  const matches = countedIn(seen);
  mustBeCertain(bench, matches);
  const players = playersOf(seen);
  const rounds = [...new Set(matches.map(({ roundId }) => roundId))];
  return players.flatMap((player) => {
    const ofRounds = rounds.flatMap((round, index) => {
      const told = seen.standings.findLast(({ to, message }) => to === player && message.round_id === round);
      const last_ms = Math.max(
        ...matches.filter(({ roundId }) => roundId === round).map(({ truth_ms = 0 }) => truth_ms),
      );
      // Standings that came earlier cannot be those after this round, whatever they are called.
      const rows = (told?.at_ms ?? 0) >= last_ms ? rowsIn(told?.message.standings) : undefined;
      const by = matches.filter(({ roundId }) => rounds.indexOf(roundId) <= index);
      return rows === undefined
        ? []
        : [{ what: `the standings after round ${String(round)}`, rows, matches: by, players }];
    });
    const end = rowsIn(seen.leagueCompleted.find(({ to }) => to === player)?.message.final_standings);
    return end === undefined
      ? ofRounds
      : [...ofRounds, { what: "the final standings", rows: end, matches, players }];
  });
}

/** A league whose table could have been spoilt by a false report that was believed proves nothing about tables. */
function mustBeUnspoilt(bench: ManagerBench, { contests }: Played): void {
  for (const name of FALSEHOODS) {
    const believed = contests.get(name)?.attempts.some(({ outcome }) => outcome === "message") ?? false;
    if (!believed) continue;
    bench.notExercised(
      `the league manager has taken a report with ${name} in this league, so its table proves nothing`,
    );
  }
}
