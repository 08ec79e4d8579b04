import { expect, it } from "vitest";
import { standingsTable } from "./standings-table.js";

it("the standings are a table with words to the left and numbers to the right", () => {
  const row = { display_name: "Alpha", played: 3, wins: 2, draws: 1, losses: 0, points: 7 };
  const table = standingsTable([
    { rank: 1, player_id: "P02", ...row },
    { rank: 2, player_id: "P100", ...row, display_name: "B\u001b[31m\n", points: 12 },
  ]);
  expect(table.split("\n")).toEqual([
    "#  id    player   played  won  drawn  lost  points",
    "-  ----  -------  ------  ---  -----  ----  ------",
    "1  P02   Alpha         3    2      1     0       7",
    "2  P100  B?[31m?       3    2      1     0      12",
  ]);
});
