import fc from "fast-check";
import { expect, it } from "vitest";
import { printable } from "./describe.js";
import { standingsTable, textWidth } from "./standings-table.js";

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

/** Letters of one column and of two, emoji of several code points, accents of zero width. */
const letter = fc.constantFrom("a", "Z", " ", "界", "한", "ｱ", "Ａ", "😀", "👍🏽", "🇩🇪", "e\u0301", "\u200d");
const counts = fc.nat({ max: 999 });
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
const rows = fc.array(
  fc.record({
    rank: fc.integer({ min: 1, max: 999 }),
    player_id: fc.stringMatching(/^P\d{2,3}$/),
    display_name: fc.oneof(
      fc.string({ minLength: 1, maxLength: 64 }),
      fc.string({ unit: letter, minLength: 1, maxLength: 40 }),
    ),
    played: counts,
    wins: counts,
    draws: counts,
    losses: counts,
    points: counts,
  }),
  { maxLength: 5 },
);

it("a narrow table has shortened names and fewer columns, and always rank, id, name and points", () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 40, max: 120 }), (standings, room) => {
      const whole = standingsTable(standings).split("\n");
      const lines = standingsTable(standings, room).split("\n");
      expect(lines.filter((line) => textWidth(line) > room)).toEqual([]);
      if ((whole[1] ?? "").length <= room) expect(lines).toEqual(whole);
      expect(lines[0]).toMatch(/^ *# {2}id +player .*points$/);
      for (const [index, { player_id, points, display_name }] of standings.entries()) {
        const line = lines[index + 2] ?? "";
        expect(line).toContain(`  ${player_id}  `);
        expect(line.split(" ").at(-1)).toBe(String(points));
        const shown = [...characters.segment(printable(display_name))].slice(0, 4);
        expect(line).toContain(shown.map(({ segment }) => segment).join(""));
      }
    }),
  );
});

it("a name with letters of two columns is cut between letters", () => {
  const row = { rank: 1, player_id: "P01", played: 3, wins: 2, draws: 1, losses: 0, points: 7 };
  const table = standingsTable(
    [
      { ...row, display_name: "選手一号 (頻度)" },
      { ...row, rank: 2, player_id: "P02", display_name: "Zoë 👩‍🚀 the player" },
    ],
    34,
  );
  expect(table.split("\n")).toEqual([
    "#  id   player         won  points",
    "-  ---  -------------  ---  ------",
    "1  P01  選手一号 (頻…    2       7",
    "2  P02  Zoë 👩?🚀 th…    2       7",
  ]);
});

it.each([
  [55, "played,won,drawn,lost"],
  [48, "played,won,lost"],
  [42, "played,won"],
  [38, "won"],
  [30, ""],
])("in %i columns it has %s", (room, titles) => {
  const row = { rank: 1, player_id: "P01", display_name: "Player 1 (frequency)", played: 3, wins: 2 };
  const [head = ""] = standingsTable([{ ...row, draws: 1, losses: 0, points: 7 }], room).split("\n");
  expect(head.split(/ +/).slice(3, -1).join()).toBe(titles);
});
