import type { Tally } from "@league-v2/sdk";
import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import { changeCall } from "../surgery.js";
import { withStore } from "./_agents.js";
import { byText, changesTables, sorted } from "./_calls.js";

/** Sums every player's matches up in its own way. */
function tallies(change: (tally: Tally) => Tally) {
  return withStore((inner) => ({ tallies: async () => (await inner.tallies()).map(change) }));
}

const byPoints = (a: JsonObject, b: JsonObject) => Number(b.points) - Number(a.points);
const byWins = (a: JsonObject, b: JsonObject) => Number(b.wins) - Number(a.wins);

export default [
  mutant({
    id: "manager:draw-counts-nothing",
    fault: "Gives no point for a draw.",
    agent: tallies((tally) => ({ ...tally, points: tally.points - tally.draws })),
  }),
  mutant({
    id: "manager:draw-is-a-loss",
    fault: "Counts a draw as a loss of both players, with a point for each.",
    agent: tallies((tally) => ({ ...tally, draws: 0, losses: tally.losses + tally.draws })),
  }),
  mutant({
    id: "manager:win-counts-two",
    fault: "Gives two points for a win.",
    agent: tallies((tally) => ({ ...tally, points: tally.points - tally.wins })),
  }),
  mutant({
    id: "manager:losses-not-counted",
    fault: "Does not count losses.",
    agent: tallies((tally) => ({ ...tally, played: tally.wins + tally.draws, losses: 0 })),
  }),
  mutant({
    id: "manager:standings-a-round-old",
    fault: "Sends the standings of the round before.",
    surgery: () => {
      const told = new Map<number, unknown>();
      return changeCall("LEAGUE_STANDINGS_UPDATE", (message) => {
        const round = Number(message.round_id);
        told.set(round, message.standings);
        return { ...message, standings: told.get(round - 1) ?? message.standings };
      });
    },
  }),
  mutant({
    id: "manager:table-not-sorted",
    fault: "Lists the players in the order of their registration.",
    surgery: changesTables(sorted(byText("player_id"))),
  }),
  mutant({
    id: "manager:sorts-by-points-only",
    fault: "Does not look at the wins of players that are equal in points.",
    surgery: changesTables(sorted((a, b) => byPoints(a, b) || byText("player_id")(a, b))),
  }),
  mutant({
    id: "manager:sorts-points-as-text",
    fault: "Puts 9 points above 12, as text stands.",
    surgery: changesTables(sorted((a, b) => byText("points")(b, a) || byWins(a, b))),
  }),
  mutant({
    id: "manager:leaves-out-the-last",
    fault: "Leaves the last player out of its tables.",
    surgery: changesTables((rows) => rows.slice(0, -1)),
  }),
  mutant({
    id: "manager:names-in-ascii",
    fault: "Loses the letters of a name that are not ASCII.",
    surgery: changesTables((rows) =>
      rows.map((row) => ({ ...row, display_name: String(row.display_name).replace(/[^ -~]/g, "?") })),
    ),
  }),
  mutant({
    id: "manager:ids-for-names",
    fault: "Gives the ids of the players for their names.",
    surgery: changesTables((rows) => rows.map((row) => ({ ...row, display_name: row.player_id }))),
  }),
  mutant({
    id: "manager:counts-no-matches",
    fault: "Says in its standings that nobody has played.",
    surgery: changesTables((rows) => rows.map((row) => ({ ...row, played: 0 }))),
  }),
  mutant({
    id: "manager:ties-share-a-rank",
    fault: "Gives players that are equal in points the same rank.",
    surgery: changesTables((rows) =>
      rows.map((row) => ({ ...row, rank: 1 + rows.filter((other) => byPoints(other, row) < 0).length })),
    ),
  }),
  mutant({
    id: "manager:breaks-ties-by-name",
    fault: "Breaks ties by the names of the players.",
    surgery: changesTables(sorted((a, b) => byPoints(a, b) || byWins(a, b) || byText("display_name")(a, b))),
  }),
] satisfies Mutant[];
