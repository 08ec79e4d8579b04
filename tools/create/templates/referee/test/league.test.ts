import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlayer, createReferee, type MatchRecord } from "@league-v2/sdk";
import { playLeague } from "@league-v2/sdk/testing";
import { myReferee } from "../src/referee.ts";
import { rules, summaryOf } from "../src/rules.ts";

const players = () =>
  ["A", "B", "C", "D"].map((displayName) =>
    createPlayer({ displayName, choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd") }),
  );

// A whole league in memory on simulated time; all random values follow from the seed.
test("runs every match of a league", async () => {
  const { standings } = await playLeague({ players: players(), referees: [myReferee("Whistle")], seed: 7 });
  assert.deepEqual(
    standings.map((row) => row.played),
    [3, 3, 3, 3],
  );
});

test("prints the result of each match", async () => {
  const records: MatchRecord[] = [];
  const watched = createReferee({
    ...rules,
    displayName: "Whistle",
    onMatch: (match) => void records.push(match),
  });
  await playLeague({ players: players(), referees: [watched], seed: 7 });
  assert.equal(records.length, 6);
  for (const record of records) assert.match(summaryOf(record), /^R\dM\d: P0\d against P0\d: .+\.$/);
});
