/** In which order a table must stand. */
import type { ManagerBench } from "../../bench/manager-bench.js";
import type { JsonObject } from "../../json/scan.js";
import type { Table } from "./_standings.js";

/** That every player is listed, by points, then wins, then ids or names. */
export function judgeOrder(bench: ManagerBench, { what, rows, players }: Table): void {
  const listed = rows.map(({ player_id }) => String(player_id));
  const all = players.map(({ id }) => String(id));
  bench.expect(listed.toSorted(), `the players in ${what}`).is(all.toSorted());
  const names = new Map(players.map(({ id, displayName }) => [String(id), displayName]));
  const nameOf = ({ player_id }: JsonObject) => names.get(String(player_id)) ?? "";
  const byId = (a: JsonObject, b: JsonObject) => compare(String(a.player_id), String(b.player_id));
  const byName = (a: JsonObject, b: JsonObject) => compare(nameOf(a), nameOf(b));
  const right = [byId, byName].map((last) => idsOf(rows.toSorted((a, b) => byResults(a, b) || last(a, b))));
  bench.expect.that(right.includes(listed.join(", ")), {
    diagnosis: `in ${what} the players stand in the order ${told(rows)}; by points, then wins, then ids it is ${right[0]}`,
    expected: right[0] ?? "",
    received: listed.join(", "),
  });
}

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
