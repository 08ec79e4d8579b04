import type { Done, ManagerFixture } from "../../fixtures/manager-fixture.js";
import { show } from "../../json/text.js";
import { listsEveryPlayer } from "../../peers/league-rules.js";
import type { RegisteredPeer } from "../../peers/registered-peer.js";
import { rule } from "../../rule.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { INVALID_REPORTS } from "./helpers/invalid-reports.js";
import { A_LEAGUE, begun, everyLeagueKeeps, finished, playersOf } from "./helpers/league-progress.js";
import { leagueOf, plainLeague, UNUSUAL_NAMES, UNUSUALLY_NAMED, unusuallyNamed } from "./helpers/leagues.js";
import type { Played } from "./helpers/single-league.js";
import { LARGEST } from "./helpers/single-league.js";
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

const COUNTS = ["played", "wins", "draws", "losses", "points"] as const;

export const standingsChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/standings/lists-everyone-throughout",
    title: "lists every player in each table of every league",
    decides: ["LM-TAB-02"],
    ...everyLeagueKeeps(listsEveryPlayer),
  }),
  /** 9 points are below 12, also where points are sorted as text. */
  {
    id: "manager/standings/order-of-many-points",
    title: "lists players with points of one digit below those with points of two",
    decides: ["LM-TAB-02"],
    steps: [A_LEAGUE],
    async run(fixture) {
      await fixture.sharedThenAlone(async (plain) => {
        const league = leagueOf(fixture, LARGEST, plain);
        if ((await league).value.seen.players.length < LARGEST)
          fixture.notExercised(`this needs a league of ${LARGEST} players; use --command`);
        await assertTables(fixture, (table) => assertOrder(fixture, table), league);
      });
    },
  },
  {
    id: "manager/standings/order",
    title: "lists every player by points, then wins, then in alphabetical order",
    decides: ["LM-TAB-02"],
    steps: [A_LEAGUE],
    run: (fixture) => assertTables(fixture, (table) => assertOrder(fixture, table)),
  },
  {
    id: "manager/standings/points",
    title: "gives 3 points for a win, 1 for a draw and 0 for a loss, and counts every reported match",
    decides: ["LM-TAB-01"],
    steps: [A_LEAGUE],
    run: (fixture) =>
      assertTables(fixture, ({ what, rows, matches, players }) => {
        for (const { id = "" } of players) {
          const row = rows.find(({ player_id }) => player_id === id);
          const due = dueTo(id, matches);
          // Another check judges whether every player is in the table. Rows of other forms may have fewer counts.
          const tally = tallyIn(row && (fixture.leagueForm === "other" ? { ...due, ...row } : row));
          if (tally === undefined) continue;
          fixture.expect.that(describeTally(tally) === describeTally(due), {
            diagnosis: `in ${what}, ${id} has ${describeTally(tally)}; by the reports it must have ${describeTally(due)}`,
            expected: describeTally(due),
            received: describeTally(tally),
          });
        }
      }),
  },
  {
    id: "manager/standings/ranks",
    title: "breaks ties by player_id, and ranks 1, 2, 3 … without gaps or repeats",
    decides: ["LM-TAB-03"],
    steps: [A_LEAGUE],
    run: (fixture) =>
      assertTables(fixture, ({ what, rows }) => {
        fixture
          .expect(
            rows.map(({ rank }) => rank),
            `the ranks in ${what}`,
          )
          .is(rows.map((_, index) => index + 1));
        rows.slice(1).forEach((row, index) => {
          const above = rows[index];
          if (above?.points !== row.points || above?.wins !== row.wins) return;
          const [first, second] = [String(above?.player_id), String(row.player_id)];
          fixture.expect.that(first < second, {
            diagnosis: `in ${what}, ${first} stands above ${second}, though both have ${String(row.points)} points and ${String(row.wins)} wins`,
            expected: `${second} above ${first}`,
            received: `${first} above ${second}`,
          });
        });
      }),
  },
  {
    id: "manager/standings/rows",
    title: "writes into each row of its standings the name as it was registered, and all counts as numbers",
    decides: ["LM-TAB-04"],
    steps: [times(3, A_LEAGUE)],
    async run(fixture) {
      const assert = (
        league: Promise<Done<Played>>,
        nameOf: (peer: RegisteredPeer, place: number) => string,
      ) => assertTables(fixture, (table) => assertRows(fixture, table, nameOf), league);
      await assert(plainLeague(fixture), ({ displayName }) => displayName);
      if (!fixture.canStart) return;
      await fixture.sharedThenAlone((alone) =>
        assert(
          alone ? leagueOfTwo(fixture) : leagueOf(fixture, UNUSUALLY_NAMED),
          ({ displayName }, place) => UNUSUAL_NAMES[place] ?? displayName,
        ),
      );
    },
  },
];

function assertRows(
  fixture: ManagerFixture,
  { what, rows, players }: Table,
  nameOf: (peer: RegisteredPeer, place: number) => string,
): void {
  for (const row of rows) {
    const whose = `of ${String(row.player_id)} in ${what}`;
    const place = players.findIndex(({ id }) => id === row.player_id);
    const peer = players[place];
    if (peer === undefined) continue;
    const name = nameOf(peer, place);
    fixture.expect.that(row.display_name === name, {
      diagnosis: `display_name ${whose} is ${show(row.display_name)}; it has registered as ${show(name)}`,
      expected: show(name),
      received: show(row.display_name),
    });
    for (const count of COUNTS) fixture.expect(row[count], `${count} ${whose}`).isInteger({ min: 0 });
    const sum = Number(row.wins) + Number(row.draws) + Number(row.losses);
    fixture.expect(row.played, `played ${whose}, which has ${sum} wins, draws and losses,`).is(sum);
  }
}

/** Both players have unusual names. */
function leagueOfTwo(fixture: ManagerFixture): Promise<Done<Played>> {
  const purpose = "a league of players with unusual names";
  return fixture.once(purpose, async (recorder) => {
    const playerOptions = unusuallyNamed(UNUSUAL_NAMES.length);
    const numbers = { players: playerOptions.length, referees: 1 };
    const { league, stop } = await fixture.open({ ...numbers, playerOptions, purpose }, recorder);
    try {
      return { seen: await league.play(), scenarios: new Map() };
    } finally {
      await stop();
    }
  });
}

/** The last table of each round that each player was sent, and the final ones. */
async function assertTables(
  fixture: ManagerFixture,
  assert: (table: Table) => void,
  played = plainLeague(fixture),
): Promise<void> {
  const league = await played;
  fixture.look(league, ["LEAGUE_STANDINGS_UPDATE", "LEAGUE_COMPLETED"], (played) => {
    skipIfFalseReportAccepted(fixture, played);
    finished(fixture, played);
    const tables = tablesOf(fixture, played);
    if (tables.length === 0) fixture.notExercised("no standings were sent", ["LM-ROUND-04"]);
    for (const table of tables) assert(table);
  });
}

function tablesOf(fixture: ManagerFixture, played: Played): Table[] {
  const seen = begun(fixture, played);
  const matches = countedIn(seen);
  skipIfReportsUnconfirmed(fixture, matches);
  const players = playersOf(seen);
  const rounds = [...new Set(matches.map(({ roundId }) => roundId))];
  return players.flatMap((player) => {
    const ofRounds = rounds.flatMap((round, index) => {
      const update = seen.standings.findLast(
        ({ to, message }) => to === player && message.round_id === round,
      );
      const last_ms = Math.max(
        ...matches.filter(({ roundId }) => roundId === round).map(({ trueResult_ms = 0 }) => trueResult_ms),
      );
      // Earlier standings cannot be those after this round.
      const rows = (update?.at_ms ?? 0) >= last_ms ? rowsIn(update?.message.standings) : undefined;
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

/** Skips the check if an accepted false report may have changed the table. */
function skipIfFalseReportAccepted(fixture: ManagerFixture, { scenarios }: Played): void {
  for (const name of INVALID_REPORTS) {
    const isCounted = scenarios.get(name)?.attempts.some(({ outcome }) => outcome === "message") ?? false;
    if (!isCounted) continue;
    fixture.notExercised(
      `the league manager has accepted a report with ${name} in this league, so its table proves nothing`,
      ["LM-RES-07"],
    );
  }
}
