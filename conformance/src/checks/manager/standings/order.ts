import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { JsonObject } from "../../../json/scan.js";
import { judgeTables } from "../_standings.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/standings/order",
  title: "lists every player by points, then wins, then in alphabetical order",
  decides: ["LM-TAB-02"],
  kills: ["manager:table-not-sorted", "manager:sorts-by-points-only", "manager:leaves-out-the-last"],
  worstCaseMs: A_LEAGUE_MS,
  run: (bench) =>
    judgeTables(bench, ({ what, rows, players }) => {
      const listed = rows.map(({ player_id }) => String(player_id));
      const all = players.map(({ id }) => String(id));
      bench.expect(listed.toSorted(), `the players in ${what}`).is(all.toSorted());
      const names = new Map(players.map(({ id, displayName }) => [String(id), displayName]));
      const nameOf = ({ player_id }: JsonObject) => names.get(String(player_id)) ?? "";
      const byId = (a: JsonObject, b: JsonObject) => compare(String(a.player_id), String(b.player_id));
      const byName = (a: JsonObject, b: JsonObject) => compare(nameOf(a), nameOf(b));
      const right = [byId, byName].map((last) =>
        idsOf(rows.toSorted((a, b) => byResults(a, b) || last(a, b))),
      );
      bench.expect.that(right.includes(listed.join(", ")), {
        diagnosis: `in ${what} the players stand in the order ${told(rows)}; by points, then wins, then ids it is ${right[0]}`,
        expected: right[0] ?? "",
        received: listed.join(", "),
      });
    }),
});

function byResults(a: JsonObject, b: JsonObject): number {
  return Number(b.points) - Number(a.points) || Number(b.wins) - Number(a.wins);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function idsOf(rows: readonly JsonObject[]): string {
  return rows.map(({ player_id }) => String(player_id)).join(", ");
}

function told(rows: readonly JsonObject[]): string {
  return rows
    .map(
      ({ player_id, points, wins }) =>
        `${String(player_id)} (${String(points)} points, ${String(wins)} wins)`,
    )
    .join(", ");
}
