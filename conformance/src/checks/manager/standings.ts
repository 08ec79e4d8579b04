import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { listsEveryPlayer } from "../../rules/league-rules.js";
import { type Judging, type Leagues, rule } from "../../rules/rule.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { A_LEAGUE, everyLeagueKeeps, finished, playersOf } from "./helpers/league-progress.js";
import { LARGEST, ofSize, PLAIN_LEAGUE, type Played } from "./helpers/leagues.js";
import { INVALID_REPORTS } from "./helpers/reports.js";
import {
  assertOrder,
  countedIn,
  describeTally,
  dueTo,
  rowsIn,
  skipIfReportsUnconfirmed,
  type Table,
  tallyIn,
} from "./helpers/standings.js";

const TABLES = ["LEAGUE_STANDINGS_UPDATE", "LEAGUE_COMPLETED"];

/** The plain league, and one with points of two digits: 9 are below 12, also where points are sorted as text. */
const ORDERED_LEAGUES: Leagues<ManagerFixture, Played> = {
  steps: [times(2, A_LEAGUE)],
  async judgeEach(fixture, judge) {
    await PLAIN_LEAGUE.judgeEach(fixture, judge);
    if (fixture.canStart) await ofSize(LARGEST).judgeEach(fixture, judge);
  },
};

const COUNTS = ["played", "wins", "draws", "losses", "points"] as const;

export const standingsChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/standings/lists-everyone-throughout",
    title: "lists every player in each table of every league",
    decides: ["LM-TAB-02"],
    ...everyLeagueKeeps(listsEveryPlayer),
  }),
  rule({
    id: "manager/standings/order",
    title: "lists every player by points, of one digit or two, then wins, then in alphabetical order",
    decides: ["LM-TAB-02"],
    over: ORDERED_LEAGUES,
    shows: TABLES,
    judge(played, fixture) {
      for (const table of tablesOf(fixture, played)) assertOrder(fixture, table);
    },
  }),
  rule({
    id: "manager/standings/points",
    title: "gives 3 points for a win, 1 for a draw and 0 for a loss, and counts every reported match",
    decides: ["LM-TAB-01"],
    over: PLAIN_LEAGUE,
    shows: TABLES,
    judge(played, fixture) {
      for (const { what, rows, matches, players, sent } of tablesOf(fixture, played))
        for (const { id = "" } of players) {
          const row = rows.find(({ player_id }) => player_id === id);
          const due = dueTo(id, matches);
          // Another check judges whether every player is in the table. Rows of other forms may have fewer counts.
          const tally = tallyIn(row && (fixture.leagueForm === "other" ? { ...due, ...row } : row));
          if (tally === undefined) continue;
          fixture
            .expect(describeTally(tally), `what ${id} has in ${what}`, ...sent)
            .is(describeTally(due), "This follows from the reports.");
        }
    },
  }),
  rule({
    id: "manager/standings/ranks",
    title: "breaks ties by player_id, and ranks 1, 2, 3 … without gaps or repeats",
    decides: ["LM-TAB-03"],
    over: PLAIN_LEAGUE,
    shows: TABLES,
    judge(played, fixture) {
      for (const { what, rows, sent } of tablesOf(fixture, played)) {
        const ranks = rows.map(({ rank }) => rank);
        fixture.expect(ranks, `the ranks in ${what}`, ...sent).is(rows.map((_, index) => index + 1));
        for (const [index, row] of rows.slice(1).entries()) {
          const above = rows[index];
          if (above?.points !== row.points || above?.wins !== row.wins) continue;
          const [first, second] = [String(above?.player_id), String(row.player_id)];
          const tie = `${String(row.points)} points and ${String(row.wins)} wins`;
          const pair = `the order of ${first} and ${second}, which both have ${tie} in ${what}`;
          fixture.expect([first, second], pair, ...sent).is([first, second].toSorted());
        }
      }
    },
  }),
  rule({
    id: "manager/standings/rows",
    title: "writes into each row of its standings the name as it was registered, and all counts as numbers",
    decides: ["LM-TAB-04"],
    over: PLAIN_LEAGUE,
    shows: TABLES,
    judge(played, fixture) {
      for (const table of tablesOf(fixture, played)) assertRows(fixture, table);
    },
  }),
];

function assertRows(fixture: Judging, { what, rows, players, sent }: Table): void {
  for (const row of rows) {
    const whose = `of ${String(row.player_id)} in ${what}`;
    const peer = players.find(({ id }) => id === row.player_id);
    if (peer === undefined) continue;
    fixture
      .expect(row.display_name, `display_name ${whose}`, ...sent)
      .is(peer.displayName, "It has registered as this.");
    for (const count of COUNTS)
      fixture.expect(row[count], `${count} ${whose}`, ...sent).isInteger({ min: 0 });
    const sum = Number(row.wins) + Number(row.draws) + Number(row.losses);
    fixture.expect(row.played, `played ${whose}, which has ${sum} wins, draws and losses,`, ...sent).is(sum);
  }
}

/** The last table of each round that each player was sent, and the final ones. */
function tablesOf(fixture: Judging, played: Played): Table[] {
  skipIfFalseReportAccepted(fixture, played);
  const seen = finished(fixture, played);
  const matches = countedIn(seen);
  skipIfReportsUnconfirmed(fixture, matches);
  const players = playersOf(seen);
  const rounds = [...new Set(matches.map(({ roundId }) => roundId))];
  const tables = players.flatMap((player): Table[] => {
    const ofRounds = rounds.flatMap((round, index) => {
      const update = seen.standings.findLast(
        ({ to, message }) => to === player && message.round_id === round,
      );
      const last_ms = Math.max(
        ...matches.filter(({ roundId }) => roundId === round).map(({ trueResult_ms = 0 }) => trueResult_ms),
      );
      const rows = rowsIn(update?.message.standings);
      // Earlier standings cannot be those after this round.
      if (update === undefined || rows === undefined || update.at_ms < last_ms) return [];
      const by = matches.filter(({ roundId }) => rounds.indexOf(roundId) <= index);
      const what = `the standings after round ${String(round)}`;
      return [{ what, rows, matches: by, players, sent: [update] }];
    });
    const end = seen.leagueCompleted.find(({ to }) => to === player);
    const rows = rowsIn(end?.message.final_standings);
    return end === undefined || rows === undefined
      ? ofRounds
      : [...ofRounds, { what: "the final standings", rows, matches, players, sent: [end] }];
  });
  if (tables.length === 0) fixture.notExercised("no standings were sent", ["LM-ROUND-04"]);
  return tables;
}

/** Skips the check if an accepted false report may have changed the table. */
function skipIfFalseReportAccepted(fixture: Judging, { scenarios }: Played): void {
  for (const name of INVALID_REPORTS) {
    const isCounted = scenarios.get(name)?.attempts.some(({ outcome }) => outcome === "message") ?? false;
    if (!isCounted) continue;
    fixture.notExercised(
      `the league manager has accepted a report with ${name} in this league, so its table proves nothing`,
      ["LM-RES-07"],
    );
  }
}
